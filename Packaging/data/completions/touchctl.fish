function __touchctl_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __touchctl_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __touchctl_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __touchctl_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __touchctl_parse_tokens -S
    set -l unparsed_tokens (__touchctl_tokens -pc)
    switch $unparsed_tokens[1]
    case 'touchctl'
        __touchctl_parse_subcommand 0 'version' 'h/help'
        switch $unparsed_tokens[1]
        case 'list'
            __touchctl_parse_subcommand 0 'seat=' 'device=' 'rotation=' 'calibration=' 'screen=' 'format=' 'version' 'h/help'
        case 'record'
            __touchctl_parse_subcommand 1 'seat=' 'device=' 'rotation=' 'calibration=' 'screen=' 'duration=' 'wait' 'version' 'h/help'
        case 'replay'
            __touchctl_parse_subcommand -r 1 'format=' 'paced' 'version' 'h/help'
        case 'help'
            __touchctl_parse_subcommand -r 1 'version'
        end
    end
end

function __touchctl_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __touchctl_parse_subcommand -S -a positional_count
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

function __touchctl_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __touchctl_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__touchctl_tokens -p)
    if test -z "$(__touchctl_tokens -t)"
        set -l index (count (__touchctl_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'touchctl' -f
complete -c 'touchctl' -n '__touchctl_should_offer_completions_for_flags_or_options "touchctl" version' -l 'version' -d 'Show the version.'
complete -c 'touchctl' -n '__touchctl_should_offer_completions_for_flags_or_options "touchctl" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'touchctl' -n '__touchctl_should_offer_completions_for_positional "touchctl" -eq 1' -fa 'list' -d 'List touchscreens and their properties.'
complete -c 'touchctl' -n '__touchctl_should_offer_completions_for_positional "touchctl" -eq 1' -fa 'record' -d 'Record touchscreens, to a file or to standard output.'
complete -c 'touchctl' -n '__touchctl_should_offer_completions_for_positional "touchctl" -eq 1' -fa 'replay' -d 'Print the gestures in recordings of touches.'
complete -c 'touchctl' -n '__touchctl_should_offer_completions_for_positional "touchctl" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'touchctl' -n '__touchctl_should_offer_completions_for_flags_or_options "touchctl list" seat' -l 'seat' -d 'The seat whose touchscreens are read.' -rfka ''
complete -c 'touchctl' -n '__touchctl_should_offer_completions_for_flags_or_options "touchctl list" device' -l 'device' -d 'Read this touchscreen alone, such as /dev/input/event3.' -rF
complete -c 'touchctl' -n '__touchctl_should_offer_completions_for_flags_or_options "touchctl list" rotation' -l 'rotation' -d 'Turn the touches clockwise.' -rfka '0 90 180 270'
complete -c 'touchctl' -n '__touchctl_should_offer_completions_for_flags_or_options "touchctl list" calibration' -l 'calibration' -d 'Six numbers of a matrix, in place of udev\'s LIBINPUT_CALIBRATION_MATRIX.' -rfka ''
complete -c 'touchctl' -n '__touchctl_should_offer_completions_for_flags_or_options "touchctl list" screen' -l 'screen' -d 'The size of the screen in pixels, for touchscreens that do not report theirs.' -rfka ''
complete -c 'touchctl' -n '__touchctl_should_offer_completions_for_flags_or_options "touchctl list" format' -l 'format' -d 'Output format; json is one object a line.' -rfka 'text json'
complete -c 'touchctl' -n '__touchctl_should_offer_completions_for_flags_or_options "touchctl list" version' -l 'version' -d 'Show the version.'
complete -c 'touchctl' -n '__touchctl_should_offer_completions_for_flags_or_options "touchctl list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'touchctl' -n '__touchctl_should_offer_completions_for_positional "touchctl record" -eq 1' -fa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'csv\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'touchctl' -n '__touchctl_should_offer_completions_for_flags_or_options "touchctl record" seat' -l 'seat' -d 'The seat whose touchscreens are read.' -rfka ''
complete -c 'touchctl' -n '__touchctl_should_offer_completions_for_flags_or_options "touchctl record" device' -l 'device' -d 'Read this touchscreen alone, such as /dev/input/event3.' -rF
complete -c 'touchctl' -n '__touchctl_should_offer_completions_for_flags_or_options "touchctl record" rotation' -l 'rotation' -d 'Turn the touches clockwise.' -rfka '0 90 180 270'
complete -c 'touchctl' -n '__touchctl_should_offer_completions_for_flags_or_options "touchctl record" calibration' -l 'calibration' -d 'Six numbers of a matrix, in place of udev\'s LIBINPUT_CALIBRATION_MATRIX.' -rfka ''
complete -c 'touchctl' -n '__touchctl_should_offer_completions_for_flags_or_options "touchctl record" screen' -l 'screen' -d 'The size of the screen in pixels, for touchscreens that do not report theirs.' -rfka ''
complete -c 'touchctl' -n '__touchctl_should_offer_completions_for_flags_or_options "touchctl record" duration' -l 'duration' -d 'Stop after this time.' -rfka ''
complete -c 'touchctl' -n '__touchctl_should_offer_completions_for_flags_or_options "touchctl record" wait' -l 'wait' -d 'Wait for a touchscreen if there is none.'
complete -c 'touchctl' -n '__touchctl_should_offer_completions_for_flags_or_options "touchctl record" version' -l 'version' -d 'Show the version.'
complete -c 'touchctl' -n '__touchctl_should_offer_completions_for_flags_or_options "touchctl record" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'touchctl' -n '__touchctl_should_offer_completions_for_positional "touchctl replay" -ge 1' -fa '(set -l exts \'csv\' \'gz\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'touchctl' -n '__touchctl_should_offer_completions_for_flags_or_options "touchctl replay" format' -l 'format' -d 'Output format; json is one object a line.' -rfka 'text json'
complete -c 'touchctl' -n '__touchctl_should_offer_completions_for_flags_or_options "touchctl replay" paced' -l 'paced' -d 'Play in real time instead of as fast as possible.'
complete -c 'touchctl' -n '__touchctl_should_offer_completions_for_flags_or_options "touchctl replay" version' -l 'version' -d 'Show the version.'
complete -c 'touchctl' -n '__touchctl_should_offer_completions_for_flags_or_options "touchctl replay" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'touchctl' -n '__touchctl_should_offer_completions_for_flags_or_options "touchctl help" version' -l 'version' -d 'Show the version.'
