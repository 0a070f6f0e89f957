function __motiond_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __motiond_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __motiond_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __motiond_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __motiond_parse_tokens -S
    set -l unparsed_tokens (__motiond_tokens -pc)
    switch $unparsed_tokens[1]
    case 'motiond'
        __motiond_parse_subcommand 0 'source=' 'bus=' 'wait' 'print=' 'scheduling=' 'chip-events' 'no-chip-events' 'capture' 'no-capture' 'stats' 'rate=' 'sampling=' 'mount-matrix=' 'motions=' 'sensitivity=' 'window=' 'option=+' 'options-file=' 'version' 'h/help'
        switch $unparsed_tokens[1]
        case 'help'
            __motiond_parse_subcommand -r 1 'version'
        end
    end
end

function __motiond_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __motiond_parse_subcommand -S -a positional_count
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

function __motiond_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __motiond_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__motiond_tokens -p)
    if test -z "$(__motiond_tokens -t)"
        set -l index (count (__motiond_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'motiond' -f
complete -c 'motiond' -n '__motiond_should_offer_completions_for_flags_or_options "motiond" source' -l 'source' -d 'An accelerometer (auto, iio:NAME, or input or input:NAME for a controller or a drive guard) or a recording (a file, or - for standard input).' -rfka ''
complete -c 'motiond' -n '__motiond_should_offer_completions_for_flags_or_options "motiond" bus' -l 'bus' -d 'The bus of the clients.' -rfka 'system session none'
complete -c 'motiond' -n '__motiond_should_offer_completions_for_flags_or_options "motiond" wait' -l 'wait' -d 'With --bus none: wait for an accelerometer if there is none.'
complete -c 'motiond' -n '__motiond_should_offer_completions_for_flags_or_options "motiond" print' -l 'print' -d 'Print events in this format (default: text with --bus none, otherwise nothing).' -rfka 'text json'
complete -c 'motiond' -n '__motiond_should_offer_completions_for_flags_or_options "motiond" scheduling' -l 'scheduling' -d 'fifo: readings in real time, and memory that is never paged out.' -rfka 'default fifo'
complete -c 'motiond' -n '__motiond_should_offer_completions_for_flags_or_options "motiond" chip-events' -l 'chip-events' -d 'Take motions from the sensor\'s chip where it recognizes them by itself; or from readings alone.'
complete -c 'motiond' -n '__motiond_should_offer_completions_for_flags_or_options "motiond" no-chip-events' -l 'no-chip-events' -d 'Take motions from the sensor\'s chip where it recognizes them by itself; or from readings alone.'
complete -c 'motiond' -n '__motiond_should_offer_completions_for_flags_or_options "motiond" capture' -l 'capture' -d 'Keep the readings of the last 30 s in memory, for motionctl capture; or keep none.'
complete -c 'motiond' -n '__motiond_should_offer_completions_for_flags_or_options "motiond" no-capture' -l 'no-capture' -d 'Keep the readings of the last 30 s in memory, for motionctl capture; or keep none.'
complete -c 'motiond' -n '__motiond_should_offer_completions_for_flags_or_options "motiond" stats' -l 'stats' -d 'Write statistics of the readings at the end.'
complete -c 'motiond' -n '__motiond_should_offer_completions_for_flags_or_options "motiond" rate' -l 'rate' -d 'Sampling frequency; the device uses the next higher one that it supports. (default: the lowest that serves the motions to recognize: shake 100, freeFall 100, still 10, orientation 10, flip 25, pickUp 25, tilt 25, twist 50, tap 200, doubleTap 200; 100 for the readings themselves)' -rfka ''
complete -c 'motiond' -n '__motiond_should_offer_completions_for_flags_or_options "motiond" sampling' -l 'sampling' -d 'prompt: deliver each reading at once. thrifty: deliver readings up to 40 ms late, with a quarter of the wake-ups.' -rfka 'prompt thrifty'
complete -c 'motiond' -n '__motiond_should_offer_completions_for_flags_or_options "motiond" mount-matrix' -l 'mount-matrix' -d 'The sensor\'s orientation in the device, as the kernel writes it: \'x1, y1, z1; x2, y2, z2; x3, y3, z3\'. (default: from udev, the device tree or the firmware)' -rfka ''
complete -c 'motiond' -n '__motiond_should_offer_completions_for_flags_or_options "motiond" motions' -l 'motions' -d 'Kinds of motion, separated by commas, or all; \'motionctl motions\' lists them. (default: shake)' -rfka 'all shake freeFall still orientation flip pickUp tilt twist tap doubleTap'
complete -c 'motiond' -n '__motiond_should_offer_completions_for_flags_or_options "motiond" sensitivity' -l 'sensitivity' -d 'How easily a motion is recognized: low (0.25), medium (0.5), high (0.75), or a number from 0 to 1.' -rfka 'low medium high'
complete -c 'motiond' -n '__motiond_should_offer_completions_for_flags_or_options "motiond" window' -l 'window' -d 'Short for --option shake.window=<seconds>; give only one of the two.' -rfka ''
complete -c 'motiond' -n '__motiond_should_offer_completions_for_flags_or_options "motiond"' -l 'option' -d 'Option of one kind of motion; may be repeated; \'motionctl motions\' lists them.' -rfka 'shake.window= shake.swings= shake.long= freeFall.duration= still.duration='
complete -c 'motiond' -n '__motiond_should_offer_completions_for_flags_or_options "motiond" options-file' -l 'options-file' -d 'A file with a line MOTIOND_OPTIONS="..." of further options; the command line takes precedence.' -rfka ''
complete -c 'motiond' -n '__motiond_should_offer_completions_for_flags_or_options "motiond" version' -l 'version' -d 'Show the version.'
complete -c 'motiond' -n '__motiond_should_offer_completions_for_flags_or_options "motiond" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'motiond' -n '__motiond_should_offer_completions_for_positional "motiond" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'motiond' -n '__motiond_should_offer_completions_for_flags_or_options "motiond help" version' -l 'version' -d 'Show the version.'
