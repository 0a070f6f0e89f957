function __motionctl_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __motionctl_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __motionctl_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __motionctl_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __motionctl_parse_tokens -S
    set -l unparsed_tokens (__motionctl_tokens -pc)
    switch $unparsed_tokens[1]
    case 'motionctl'
        __motionctl_parse_subcommand 0 'version' 'h/help'
        switch $unparsed_tokens[1]
        case 'list'
            __motionctl_parse_subcommand 1 'format=' 'bus=' 'version' 'h/help'
        case 'record'
            __motionctl_parse_subcommand 1 'source=' 'duration=' 'wait' 'rate=' 'sampling=' 'bus=' 'version' 'h/help'
        case 'import'
            __motionctl_parse_subcommand 1 'o/output=' 'force' 'repair' 'sensor=' 'time-unit=' 'unit=' 'gravity=' 'rate=' 'invert' 'no-invert' 'columns=' 'version' 'h/help'
        case 'replay'
            __motionctl_parse_subcommand -r 1 'format=' 'paced' 'explain' 'expect' 'skip-bad' 'motions=' 'sensitivity=' 'window=' 'option=+' 'version' 'h/help'
        case 'plot'
            __motionctl_parse_subcommand -r 1 'o/output=' 'remove-gravity' 'force' 'motions=' 'sensitivity=' 'window=' 'option=+' 'version' 'h/help'
        case 'calibrate'
            __motionctl_parse_subcommand -r 1 'source=' 'trials=' 'save=' 'shake=+' 'still=+' 'other=+' 'format=' 'rate=' 'sampling=' 'bus=' 'version' 'h/help'
        case 'monitor'
            __motionctl_parse_subcommand -r 1 'format=' 'bus=' 'motions=' 'sensitivity=' 'window=' 'option=+' 'wait' 'explain' 'on=' 'exec=' 'exec-limit=' 'exec-max-age=' 'version' 'h/help'
        case 'status'
            __motionctl_parse_subcommand 0 'format=' 'bus=' 'version' 'h/help'
        case 'capture'
            __motionctl_parse_subcommand 0 'o/output=' 'label=' 'to=' 'at=' 'bus=' 'version' 'h/help'
        case 'simulate'
            __motionctl_parse_subcommand 1 'bus=' 'version' 'h/help'
        case 'mock'
            __motionctl_parse_subcommand -r 2 'stop' 'version' 'h/help'
        case 'live'
            __motionctl_parse_subcommand 1 'motions=' 'sensitivity=' 'window=' 'option=+' 'rate=' 'sampling=' 'bus=' 'version' 'h/help'
        case 'doctor'
            __motionctl_parse_subcommand 0 'format=' 'bus=' 'version' 'h/help'
        case 'motions'
            __motionctl_parse_subcommand 0 'version' 'h/help'
        case 'help'
            __motionctl_parse_subcommand -r 1 'version'
        end
    end
end

function __motionctl_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __motionctl_parse_subcommand -S -a positional_count
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

function __motionctl_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __motionctl_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__motionctl_tokens -p)
    if test -z "$(__motionctl_tokens -t)"
        set -l index (count (__motionctl_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'motionctl' -f
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl" version' -l 'version' -d 'Show the version.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_positional "motionctl" -eq 1' -fa 'list' -d 'List accelerometers and their properties.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_positional "motionctl" -eq 1' -fa 'record' -d 'Record an accelerometer, to a file or to standard output.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_positional "motionctl" -eq 1' -fa 'import' -d 'Make a recording of what a phone app exported.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_positional "motionctl" -eq 1' -fa 'replay' -d 'Print the motion events in recordings, or compare them with those expected.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_positional "motionctl" -eq 1' -fa 'plot' -d 'Draw recordings with their events: SVG, PNG, or a page that zooms.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_positional "motionctl" -eq 1' -fa 'calibrate' -d 'Find the sensitivity that suits a person and a device.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_positional "motionctl" -eq 1' -fa 'monitor' -d 'Print the motions that a running motiond recognizes.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_positional "motionctl" -eq 1' -fa 'status' -d 'Show the status of a running motiond: accelerometer, options, clients, events.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_positional "motionctl" -eq 1' -fa 'capture' -d 'Save the readings of the last 30 s, such as of a shake that was missed.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_positional "motionctl" -eq 1' -fa 'simulate' -d 'Simulate a motion for the clients of a running motiond.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_positional "motionctl" -eq 1' -fa 'mock' -d 'Run a program with a recording as the accelerometer of the machine.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_positional "motionctl" -eq 1' -fa 'live' -d 'Show readings, gravity and motions as they come.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_positional "motionctl" -eq 1' -fa 'doctor' -d 'Find out why nothing happens.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_positional "motionctl" -eq 1' -fa 'motions' -d 'List the kinds of motion, and their options.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_positional "motionctl" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl list" format' -l 'format' -d 'Output format; json is one object a line.' -rfka 'text json'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl list" bus' -l 'bus' -d 'The bus on which motiond runs.' -rfka 'system session'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl list" version' -l 'version' -d 'Show the version.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_positional "motionctl record" -eq 1' -fa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'csv\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl record" source' -l 'source' -d 'The accelerometer: auto, iio:NAME, or a libiio URI such as ip:HOST.' -rfka ''
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl record" duration' -l 'duration' -d 'Stop after this time.' -rfka ''
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl record" wait' -l 'wait' -d 'Wait until an accelerometer appears.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl record" rate' -l 'rate' -d 'Sampling frequency; the device uses the next higher one that it supports. (default: the lowest that serves the motions to recognize: shake 100, freeFall 100, still 10, orientation 10, flip 25, pickUp 25, tilt 25, twist 50, tap 200, doubleTap 200; 100 for the readings themselves)' -rfka ''
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl record" sampling' -l 'sampling' -d 'prompt: deliver each reading at once. thrifty: deliver readings up to 40 ms late, with a fifth of the wake-ups.' -rfka 'prompt thrifty'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl record" bus' -l 'bus' -d 'The bus on which motiond runs.' -rfka 'system session'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl record" version' -l 'version' -d 'Show the version.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl record" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_positional "motionctl import" -eq 1' -fa '(set -l exts \'csv\' \'zip\' \'gz\' \'txt\' \'tsv\' \'json\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl import" o output' -l 'output' -s 'o' -d 'The new recording; - is standard output.' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'csv\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl import" force' -l 'force' -d 'Write over a recording that exists.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl import" repair' -l 'repair' -d 'Leave out rows that cannot be read, or whose time is not later than the one before; it says how many.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl import" sensor' -l 'sensor' -d 'The sensor, by a part of its name, where there are several.' -rfka ''
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl import" time-unit' -l 'time-unit' -d 'The unit of the times: s, ms, us, ns.' -rfka 's ms us ns'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl import" unit' -l 'unit' -d 'The unit of the accelerations: m/s2, g, mg.' -rfka 'm/s2 g mg'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl import" gravity' -l 'gravity' -d 'included: gravity is in the accelerations. none: it is not; 9.81 m/s² are added along z, as if the device lay on its back.' -rfka 'included none'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl import" rate' -l 'rate' -d 'The sampling rate, in place of times.' -rfka ''
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl import" invert' -l 'invert' -d 'Turn the values round: in iOS gravity points down. (default: if known)'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl import" no-invert' -l 'no-invert' -d 'Turn the values round: in iOS gravity points down. (default: if known)'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl import" columns' -l 'columns' -d 'Names of the columns in their order, in place of a header, such as time,x,y,z.' -rfka ''
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl import" version' -l 'version' -d 'Show the version.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl import" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_positional "motionctl replay" -ge 1' -fa '(set -l exts \'csv\' \'gz\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl replay" format' -l 'format' -d 'Output format; json is one object a line.' -rfka 'text json'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl replay" paced' -l 'paced' -d 'Play in real time instead of as fast as possible.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl replay" explain' -l 'explain' -d 'Also print each motion that was not recognized, and the reason.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl replay" expect' -l 'expect' -d 'Compare with the events beside each recording, in NAME.events.jsonl.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl replay" skip-bad' -l 'skip-bad' -d 'Skip bad lines; their number is printed, and the exit status is 65.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl replay" motions' -l 'motions' -d 'Kinds of motion, separated by commas, or all; \'motionctl motions\' lists them. (default: shake)' -rfka 'all shake freeFall still orientation flip pickUp tilt twist tap doubleTap'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl replay" sensitivity' -l 'sensitivity' -d 'How easily a motion is recognized: low (0.25), medium (0.5), high (0.75), or a number from 0 to 1.' -rfka 'low medium high'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl replay" window' -l 'window' -d 'Short for --option shake.window=<seconds>; give only one of the two.' -rfka ''
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl replay"' -l 'option' -d 'Option of one kind of motion; may be repeated; \'motionctl motions\' lists them.' -rfka 'shake.window= shake.swings= shake.long= freeFall.duration= still.duration='
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl replay" version' -l 'version' -d 'Show the version.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl replay" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_positional "motionctl plot" -ge 1' -fa '(set -l exts \'csv\' \'gz\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl plot" o output' -l 'output' -s 'o' -d 'The new picture, which ends in .svg, .png or .html.' -rfa '(set -l exts \'svg\' \'png\' \'html\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl plot" remove-gravity' -l 'remove-gravity' -d 'Draw the accelerations without gravity, as the shake detector estimates it.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl plot" force' -l 'force' -d 'Write over a picture that exists.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl plot" motions' -l 'motions' -d 'Kinds of motion, separated by commas, or all; \'motionctl motions\' lists them. (default: shake)' -rfka 'all shake freeFall still orientation flip pickUp tilt twist tap doubleTap'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl plot" sensitivity' -l 'sensitivity' -d 'How easily a motion is recognized: low (0.25), medium (0.5), high (0.75), or a number from 0 to 1.' -rfka 'low medium high'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl plot" window' -l 'window' -d 'Short for --option shake.window=<seconds>; give only one of the two.' -rfka ''
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl plot"' -l 'option' -d 'Option of one kind of motion; may be repeated; \'motionctl motions\' lists them.' -rfka 'shake.window= shake.swings= shake.long= freeFall.duration= still.duration='
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl plot" version' -l 'version' -d 'Show the version.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl plot" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_positional "motionctl calibrate" -ge 1' -fa '(__motionctl_complete_directories)'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl calibrate" source' -l 'source' -d 'The accelerometer: auto (default), iio:NAME, or a libiio URI.' -rfka ''
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl calibrate" trials' -l 'trials' -d 'Number of shakes to ask for, from 3 to 20.' -rfka ''
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl calibrate" save' -l 'save' -d 'A new directory for recordings of the measurements.' -rfa '(__motionctl_complete_directories)'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl calibrate"' -l 'shake' -d 'Recordings of one shake each; - is standard input.' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'csv\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl calibrate"' -l 'still' -d 'Recordings of the device at rest.' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'csv\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl calibrate"' -l 'other' -d 'Recordings of other handling, without shakes.' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'csv\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl calibrate" format' -l 'format' -d 'Output format; json is one object.' -rfka 'text json'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl calibrate" rate' -l 'rate' -d 'Sampling frequency; the device uses the next higher one that it supports. (default: the lowest that serves the motions to recognize: shake 100, freeFall 100, still 10, orientation 10, flip 25, pickUp 25, tilt 25, twist 50, tap 200, doubleTap 200; 100 for the readings themselves)' -rfka ''
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl calibrate" sampling' -l 'sampling' -d 'prompt: deliver each reading at once. thrifty: deliver readings up to 40 ms late, with a fifth of the wake-ups.' -rfka 'prompt thrifty'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl calibrate" bus' -l 'bus' -d 'The bus on which motiond runs.' -rfka 'system session'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl calibrate" version' -l 'version' -d 'Show the version.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl calibrate" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl monitor" format' -l 'format' -d 'Output format; json is one object a line.' -rfka 'text json'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl monitor" bus' -l 'bus' -d 'The bus on which motiond runs.' -rfka 'system session'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl monitor" motions' -l 'motions' -d 'Kinds of motion, separated by commas, or all; \'motionctl motions\' lists them. (default: shake)' -rfka 'all shake freeFall still orientation flip pickUp tilt twist tap doubleTap'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl monitor" sensitivity' -l 'sensitivity' -d 'How easily a motion is recognized: low (0.25), medium (0.5), high (0.75), or a number from 0 to 1.' -rfka 'low medium high'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl monitor" window' -l 'window' -d 'Short for --option shake.window=<seconds>; give only one of the two.' -rfka ''
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl monitor"' -l 'option' -d 'Option of one kind of motion; may be repeated; \'motionctl motions\' lists them.' -rfka 'shake.window= shake.swings= shake.long= freeFall.duration= still.duration='
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl monitor" wait' -l 'wait' -d 'Wait for motiond if it is not running.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl monitor" explain' -l 'explain' -d 'Also print each motion that was not recognized, and the reason; reads motiond\'s samples.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl monitor" on' -l 'on' -d 'Only these events: began, ended, cancelled, recognized; separated by commas.' -rfka 'began ended cancelled recognized'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl monitor" exec' -l 'exec' -d 'Run a program for each event.' -rF
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl monitor" exec-limit' -l 'exec-limit' -d 'End a program that runs for longer than this.' -rfka ''
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl monitor" exec-max-age' -l 'exec-max-age' -d 'Run no program for an event that has waited for longer than this.' -rfka ''
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl monitor" version' -l 'version' -d 'Show the version.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl monitor" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl status" format' -l 'format' -d 'Output format; json is one object, openmetrics the counts and rates for a scraper.' -rfka 'text json openmetrics'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl status" bus' -l 'bus' -d 'The bus on which motiond runs.' -rfka 'system session'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl status" version' -l 'version' -d 'Show the version.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl status" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl capture" o output' -s 'o' -l 'output' -d 'The new file; - is standard output.' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'csv\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl capture" label' -l 'label' -d 'The motion in the readings: shake, freeFall, still, orientation, flip, pickUp, tilt, twist, tap, doubleTap, or other.' -rfka ''
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl capture" to' -l 'to' -d 'The directory to add the recording to.' -rfa '(__motionctl_complete_directories)'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl capture" at' -l 'at' -d 'The time of the motion in s from the first reading (default: where the readings vary most).' -rfka ''
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl capture" bus' -l 'bus' -d 'The bus on which motiond runs.' -rfka 'system session'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl capture" version' -l 'version' -d 'Show the version.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl capture" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_positional "motionctl simulate" -eq 1' -fka '(printf \'%s\\n\' shake freeFall still orientation flip pickUp tilt twist tap doubleTap long-shake; ls -d *.csv 2>/dev/null)'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl simulate" bus' -l 'bus' -d 'The bus on which motiond runs.' -rfka 'system session'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl simulate" version' -l 'version' -d 'Show the version.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl simulate" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_positional "motionctl mock" -eq 1' -fa '(set -l exts \'csv\' \'gz\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl mock" stop' -l 'stop' -d 'End the program (SIGTERM) a second after the end of the recording.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl mock" version' -l 'version' -d 'Show the version.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl mock" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl live" motions' -l 'motions' -d 'Kinds of motion, separated by commas, or all; \'motionctl motions\' lists them. (default: shake)' -rfka 'all shake freeFall still orientation flip pickUp tilt twist tap doubleTap'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl live" sensitivity' -l 'sensitivity' -d 'How easily a motion is recognized: low (0.25), medium (0.5), high (0.75), or a number from 0 to 1.' -rfka 'low medium high'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl live" window' -l 'window' -d 'Short for --option shake.window=<seconds>; give only one of the two.' -rfka ''
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl live"' -l 'option' -d 'Option of one kind of motion; may be repeated; \'motionctl motions\' lists them.' -rfka 'shake.window= shake.swings= shake.long= freeFall.duration= still.duration='
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl live" rate' -l 'rate' -d 'Sampling frequency; the device uses the next higher one that it supports. (default: the lowest that serves the motions to recognize: shake 100, freeFall 100, still 10, orientation 10, flip 25, pickUp 25, tilt 25, twist 50, tap 200, doubleTap 200; 100 for the readings themselves)' -rfka ''
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl live" sampling' -l 'sampling' -d 'prompt: deliver each reading at once. thrifty: deliver readings up to 40 ms late, with a fifth of the wake-ups.' -rfka 'prompt thrifty'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl live" bus' -l 'bus' -d 'The bus on which motiond runs.' -rfka 'system session'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl live" version' -l 'version' -d 'Show the version.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl live" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl doctor" format' -l 'format' -d 'Output format; json is one object a line.' -rfka 'text json'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl doctor" bus' -l 'bus' -d 'The bus on which motiond runs.' -rfka 'system session'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl doctor" version' -l 'version' -d 'Show the version.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl doctor" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl motions" version' -l 'version' -d 'Show the version.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl motions" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl help" version' -l 'version' -d 'Show the version.'
