function __motion-mqtt_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __motion-mqtt_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __motion-mqtt_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __motion-mqtt_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __motion-mqtt_parse_tokens -S
    set -l unparsed_tokens (__motion-mqtt_tokens -pc)
    switch $unparsed_tokens[1]
    case 'motion-mqtt'
        __motion-mqtt_parse_subcommand 0 'host=' 'port=' 'cafile=' 'capath=' 'cert=' 'key=' 'username=' 'password-file=' 'device=' 'name=' 'topic=' 'discovery=' 'queue=' 'max-age=' 'bus=' 'motions=' 'sensitivity=' 'window=' 'option=+' 'version' 'h/help'
        switch $unparsed_tokens[1]
        case 'help'
            __motion-mqtt_parse_subcommand -r 1 'version'
        end
    end
end

function __motion-mqtt_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __motion-mqtt_parse_subcommand -S -a positional_count
    argparse -s r -- $argv
    set -l option_specs $argv[2..]
    set -l is_repeating_positional $_flag_r
    set -el _flag_r
    set -a commands $unparsed_tokens[1]
    set positional_index 0
    while true
        set -e unparsed_tokens[1]
        argparse -sn "$commands" $option_specs -- $unparsed_tokens 2> /dev/null
        set unparsed_tokens $argv
        set positional_index (math $positional_index + 1)
        for non_repeating_flag_or_option in $non_repeating_flags_or_options
            if set -ql "_flag_$(string replace -a - _ -- $non_repeating_flag_or_option)"
                set non_repeating_flags_or_options_absent 1
                break
            end
        end
        test (count $unparsed_tokens) -eq 0 -o \( -z "$is_repeating_positional" -a "$positional_index" -gt "$positional_count" \) && break
    end
end

function __motion-mqtt_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __motion-mqtt_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__motion-mqtt_tokens -p)
    if test -z "$(__motion-mqtt_tokens -t)"
        set -l index (count (__motion-mqtt_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'motion-mqtt' -f
complete -c 'motion-mqtt' -n '__motion-mqtt_should_offer_completions_for_flags_or_options "motion-mqtt" host' -l 'host' -d 'The broker\'s name or address.' -rfka ''
complete -c 'motion-mqtt' -n '__motion-mqtt_should_offer_completions_for_flags_or_options "motion-mqtt" port' -l 'port' -d 'The broker\'s port. (default: 1883; with TLS 8883)' -rfka ''
complete -c 'motion-mqtt' -n '__motion-mqtt_should_offer_completions_for_flags_or_options "motion-mqtt" cafile' -l 'cafile' -d 'Speak TLS, and trust the certificates in this file.' -rF
complete -c 'motion-mqtt' -n '__motion-mqtt_should_offer_completions_for_flags_or_options "motion-mqtt" capath' -l 'capath' -d 'Speak TLS, and trust the certificates in this folder, such as /etc/ssl/certs.' -rfa '(__motion-mqtt_complete_directories)'
complete -c 'motion-mqtt' -n '__motion-mqtt_should_offer_completions_for_flags_or_options "motion-mqtt" cert' -l 'cert' -d 'A certificate of this device, for the broker.' -rF
complete -c 'motion-mqtt' -n '__motion-mqtt_should_offer_completions_for_flags_or_options "motion-mqtt" key' -l 'key' -d 'The key of that certificate.' -rF
complete -c 'motion-mqtt' -n '__motion-mqtt_should_offer_completions_for_flags_or_options "motion-mqtt" username' -l 'username' -d 'The user to log in as.' -rfka ''
complete -c 'motion-mqtt' -n '__motion-mqtt_should_offer_completions_for_flags_or_options "motion-mqtt" password-file' -l 'password-file' -d 'The file whose first line is the user\'s password: arguments can be read by everybody.' -rF
complete -c 'motion-mqtt' -n '__motion-mqtt_should_offer_completions_for_flags_or_options "motion-mqtt" device' -l 'device' -d 'The identifier of this device, in topics: letters, digits, _ and -. (default: the name of the machine)' -rfka ''
complete -c 'motion-mqtt' -n '__motion-mqtt_should_offer_completions_for_flags_or_options "motion-mqtt" name' -l 'name' -d 'The name of this device for people. (default: the identifier)' -rfka ''
complete -c 'motion-mqtt' -n '__motion-mqtt_should_offer_completions_for_flags_or_options "motion-mqtt" topic' -l 'topic' -d 'The beginning of the topics.' -rfka ''
complete -c 'motion-mqtt' -n '__motion-mqtt_should_offer_completions_for_flags_or_options "motion-mqtt" discovery' -l 'discovery' -d 'The beginning of the topics of Home Assistant\'s discovery; none to send nothing there.' -rfka ''
complete -c 'motion-mqtt' -n '__motion-mqtt_should_offer_completions_for_flags_or_options "motion-mqtt" queue' -l 'queue' -d 'The number of events that wait while the broker is away: 1 to 100000.' -rfka ''
complete -c 'motion-mqtt' -n '__motion-mqtt_should_offer_completions_for_flags_or_options "motion-mqtt" max-age' -l 'max-age' -d 'How many seconds an event may wait: 1 to 86400.' -rfka ''
complete -c 'motion-mqtt' -n '__motion-mqtt_should_offer_completions_for_flags_or_options "motion-mqtt" bus' -l 'bus' -d 'The bus where motiond runs; by default the bus of MOTIOND_BUS, or else system.' -rfka 'system session'
complete -c 'motion-mqtt' -n '__motion-mqtt_should_offer_completions_for_flags_or_options "motion-mqtt" motions' -l 'motions' -d 'Kinds of motion, separated by commas, or all; \'motionctl motions\' lists them. (default: shake)' -rfka 'all shake freeFall still orientation flip pickUp tilt twist tap doubleTap'
complete -c 'motion-mqtt' -n '__motion-mqtt_should_offer_completions_for_flags_or_options "motion-mqtt" sensitivity' -l 'sensitivity' -d 'How easily a motion is recognized: low (0.25), medium (0.5), high (0.75), or a number from 0 to 1.' -rfka 'low medium high'
complete -c 'motion-mqtt' -n '__motion-mqtt_should_offer_completions_for_flags_or_options "motion-mqtt" window' -l 'window' -d 'Short for --option shake.window=<seconds>; give only one of the two.' -rfka ''
complete -c 'motion-mqtt' -n '__motion-mqtt_should_offer_completions_for_flags_or_options "motion-mqtt"' -l 'option' -d 'Option of one kind of motion; may be repeated; \'motionctl motions\' lists them.' -rfka 'shake.window= shake.swings= shake.long= freeFall.duration= still.duration='
complete -c 'motion-mqtt' -n '__motion-mqtt_should_offer_completions_for_flags_or_options "motion-mqtt" version' -l 'version' -d 'Show the version.'
complete -c 'motion-mqtt' -n '__motion-mqtt_should_offer_completions_for_flags_or_options "motion-mqtt" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'motion-mqtt' -n '__motion-mqtt_should_offer_completions_for_positional "motion-mqtt" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'motion-mqtt' -n '__motion-mqtt_should_offer_completions_for_flags_or_options "motion-mqtt help" version' -l 'version' -d 'Show the version.'
