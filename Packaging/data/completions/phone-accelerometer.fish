function __phone-accelerometer_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __phone-accelerometer_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __phone-accelerometer_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __phone-accelerometer_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __phone-accelerometer_parse_tokens -S
    set -l unparsed_tokens (__phone-accelerometer_tokens -pc)
    switch $unparsed_tokens[1]
    case 'phone-accelerometer'
        __phone-accelerometer_parse_subcommand 0 'version' 'h/help'
        switch $unparsed_tokens[1]
        case 'read'
            __phone-accelerometer_parse_subcommand 1 'interval=' 'version' 'h/help'
        case 'page'
            __phone-accelerometer_parse_subcommand 0 'port=' 'address=+' 'certificate=' 'key=' 'name=' 'insecure-localhost' 'events=' 'version' 'h/help'
        case 'help'
            __phone-accelerometer_parse_subcommand -r 1 'version'
        end
    end
end

function __phone-accelerometer_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __phone-accelerometer_parse_subcommand -S -a positional_count
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

function __phone-accelerometer_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __phone-accelerometer_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__phone-accelerometer_tokens -p)
    if test -z "$(__phone-accelerometer_tokens -t)"
        set -l index (count (__phone-accelerometer_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'phone-accelerometer' -f
complete -c 'phone-accelerometer' -n '__phone-accelerometer_should_offer_completions_for_flags_or_options "phone-accelerometer" version' -l 'version' -d 'Show the version.'
complete -c 'phone-accelerometer' -n '__phone-accelerometer_should_offer_completions_for_flags_or_options "phone-accelerometer" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'phone-accelerometer' -n '__phone-accelerometer_should_offer_completions_for_positional "phone-accelerometer" -eq 1' -fa 'read' -d 'Read an app on a phone, or a DSU server.'
complete -c 'phone-accelerometer' -n '__phone-accelerometer_should_offer_completions_for_positional "phone-accelerometer" -eq 1' -fa 'page' -d 'Serve a page that makes the browser of a phone the accelerometer: no app to install.'
complete -c 'phone-accelerometer' -n '__phone-accelerometer_should_offer_completions_for_positional "phone-accelerometer" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'phone-accelerometer' -n '__phone-accelerometer_should_offer_completions_for_flags_or_options "phone-accelerometer read" interval' -l 'interval' -d 'phyphox: the time from one request to the next: 10 to 1000.' -rfka ''
complete -c 'phone-accelerometer' -n '__phone-accelerometer_should_offer_completions_for_flags_or_options "phone-accelerometer read" version' -l 'version' -d 'Show the version.'
complete -c 'phone-accelerometer' -n '__phone-accelerometer_should_offer_completions_for_flags_or_options "phone-accelerometer read" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'phone-accelerometer' -n '__phone-accelerometer_should_offer_completions_for_flags_or_options "phone-accelerometer page" port' -l 'port' -d 'The port: 1 to 65535; 0 for any that is free.' -rfka ''
complete -c 'phone-accelerometer' -n '__phone-accelerometer_should_offer_completions_for_flags_or_options "phone-accelerometer page"' -l 'address' -d 'An address of this machine to listen on, in place of all; may be repeated.' -rfka ''
complete -c 'phone-accelerometer' -n '__phone-accelerometer_should_offer_completions_for_flags_or_options "phone-accelerometer page" certificate' -l 'certificate' -d 'A certificate that phones trust (PEM), with --key and --name.' -rfka ''
complete -c 'phone-accelerometer' -n '__phone-accelerometer_should_offer_completions_for_flags_or_options "phone-accelerometer page" key' -l 'key' -d 'Its private key (PEM).' -rfka ''
complete -c 'phone-accelerometer' -n '__phone-accelerometer_should_offer_completions_for_flags_or_options "phone-accelerometer page" name' -l 'name' -d 'The name of this machine in it.' -rfka ''
complete -c 'phone-accelerometer' -n '__phone-accelerometer_should_offer_completions_for_flags_or_options "phone-accelerometer page" insecure-localhost' -l 'insecure-localhost' -d 'Serve http on 127.0.0.1 alone, which a browser trusts: for \'adb reverse tcp:8443 tcp:8443\'.'
complete -c 'phone-accelerometer' -n '__phone-accelerometer_should_offer_completions_for_flags_or_options "phone-accelerometer page" events' -l 'events' -d 'Read JSON lines of an app from this descriptor, and show them on the phone: events, as motionctl writes them, and actions such as {"action":"undone","name":"Typing"}; 0 is standard input.' -rfka ''
complete -c 'phone-accelerometer' -n '__phone-accelerometer_should_offer_completions_for_flags_or_options "phone-accelerometer page" version' -l 'version' -d 'Show the version.'
complete -c 'phone-accelerometer' -n '__phone-accelerometer_should_offer_completions_for_flags_or_options "phone-accelerometer page" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'phone-accelerometer' -n '__phone-accelerometer_should_offer_completions_for_flags_or_options "phone-accelerometer help" version' -l 'version' -d 'Show the version.'
