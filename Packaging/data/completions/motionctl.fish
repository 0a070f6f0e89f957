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
            __motionctl_parse_subcommand 1 'source=' 'duration=' 'wait' 'rate=' 'sampling=' 'mount-matrix=' 'bus=' 'version' 'h/help'
        case 'replay'
            __motionctl_parse_subcommand -r 1 'format=' 'paced' 'explain' 'expect' 'skip-bad' 'motions=' 'sensitivity=' 'window=' 'option=+' 'version' 'h/help'
        case 'monitor'
            __motionctl_parse_subcommand -r 1 'format=' 'bus=' 'motions=' 'sensitivity=' 'window=' 'option=+' 'wait' 'explain' 'on=' 'exec=' 'exec-limit=' 'exec-max-age=' 'version' 'h/help'
        case 'status'
            __motionctl_parse_subcommand 0 'format=' 'bus=' 'version' 'h/help'
        case 'capture'
            __motionctl_parse_subcommand 0 'o/output=' 'label=' 'to=' 'at=' 'bus=' 'version' 'h/help'
        case 'simulate'
            __motionctl_parse_subcommand 1 'bus=' 'version' 'h/help'
        case 'live'
            __motionctl_parse_subcommand 1 'motions=' 'sensitivity=' 'window=' 'option=+' 'rate=' 'sampling=' 'mount-matrix=' 'bus=' 'version' 'h/help'
        case 'doctor'
            __motionctl_parse_subcommand 0 'format=' 'bus=' 'version' 'h/help'
        case 'motions'
            __motionctl_parse_subcommand 0 'version' 'h/help'
        case 'stamp'
            __motionctl_parse_subcommand 1 'units=' 'zero=' 'rate=' 'columns=' 'version' 'h/help'
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
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_positional "motionctl" -eq 1' -fa 'replay' -d 'Print the motion events in recordings, or compare them with those expected.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_positional "motionctl" -eq 1' -fa 'monitor' -d 'Print the motions that a running motiond recognizes.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_positional "motionctl" -eq 1' -fa 'status' -d 'Show the status of a running motiond: accelerometer, options, clients, events.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_positional "motionctl" -eq 1' -fa 'capture' -d 'Save the readings of the last 30 s, such as of a shake that was missed.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_positional "motionctl" -eq 1' -fa 'simulate' -d 'Simulate a motion for the clients of a running motiond.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_positional "motionctl" -eq 1' -fa 'live' -d 'Show readings, gravity and motions as they come.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_positional "motionctl" -eq 1' -fa 'doctor' -d 'Find out why nothing happens.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_positional "motionctl" -eq 1' -fa 'motions' -d 'List the kinds of motion, and their options.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_positional "motionctl" -eq 1' -fa 'stamp' -d 'Make a recording of lines of numbers that have no times.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_positional "motionctl" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl list" format' -l 'format' -d 'Output format; json is one object a line.' -rfka 'text json'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl list" bus' -l 'bus' -d 'The bus where motiond runs; by default the bus of MOTIOND_BUS, or else system.' -rfka 'system session'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl list" version' -l 'version' -d 'Show the version.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_positional "motionctl record" -eq 1' -fa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'csv\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl record" source' -l 'source' -d 'The accelerometer: auto (default), iio:NAME, input or input:NAME.' -rfka ''
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl record" duration' -l 'duration' -d 'Stop after this time.' -rfka ''
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl record" wait' -l 'wait' -d 'Wait until an accelerometer appears.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl record" rate' -l 'rate' -d 'Sampling frequency; the device uses the next higher one that it supports. (default: the lowest that serves the motions to recognize: shake 100, freeFall 100, still 10, orientation 10, flip 25, pickUp 25, tilt 25, twist 50, tap 200, doubleTap 200; 100 for the readings themselves)' -rfka ''
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl record" sampling' -l 'sampling' -d 'prompt: deliver each reading at once. thrifty: deliver readings up to 40 ms late, with a quarter of the wake-ups, and fewer while the device rests.' -rfka 'prompt thrifty'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl record" mount-matrix' -l 'mount-matrix' -d 'The sensor\'s orientation in the device, as the kernel writes it: \'x1, y1, z1; x2, y2, z2; x3, y3, z3\'. (default: from udev, the device tree or the firmware)' -rfka ''
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl record" bus' -l 'bus' -d 'The bus where motiond runs; by default the bus of MOTIOND_BUS, or else system.' -rfka 'system session'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl record" version' -l 'version' -d 'Show the version.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl record" h help' -s 'h' -l 'help' -d 'Show help information.'
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
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl monitor" format' -l 'format' -d 'Output format; json is one object a line.' -rfka 'text json'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl monitor" bus' -l 'bus' -d 'The bus where motiond runs; by default the bus of MOTIOND_BUS, or else system.' -rfka 'system session'
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
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl status" bus' -l 'bus' -d 'The bus where motiond runs; by default the bus of MOTIOND_BUS, or else system.' -rfka 'system session'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl status" version' -l 'version' -d 'Show the version.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl status" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl capture" o output' -s 'o' -l 'output' -d 'The new file; - is standard output.' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'csv\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl capture" label' -l 'label' -d 'The motion in the readings: shake, freeFall, still, orientation, flip, pickUp, tilt, twist, tap, doubleTap, or other.' -rfka ''
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl capture" to' -l 'to' -d 'The directory to add the recording to.' -rfa '(__motionctl_complete_directories)'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl capture" at' -l 'at' -d 'The time of the motion in s from the first reading (default: where the readings vary most).' -rfka ''
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl capture" bus' -l 'bus' -d 'The bus where motiond runs; by default the bus of MOTIOND_BUS, or else system.' -rfka 'system session'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl capture" version' -l 'version' -d 'Show the version.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl capture" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_positional "motionctl simulate" -eq 1' -fka '(printf \'%s\\n\' shake freeFall still orientation flip pickUp tilt twist tap doubleTap long-shake; ls -d *.csv 2>/dev/null)'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl simulate" bus' -l 'bus' -d 'The bus where motiond runs; by default the bus of MOTIOND_BUS, or else system.' -rfka 'system session'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl simulate" version' -l 'version' -d 'Show the version.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl simulate" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl live" motions' -l 'motions' -d 'Kinds of motion, separated by commas, or all; \'motionctl motions\' lists them. (default: shake)' -rfka 'all shake freeFall still orientation flip pickUp tilt twist tap doubleTap'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl live" sensitivity' -l 'sensitivity' -d 'How easily a motion is recognized: low (0.25), medium (0.5), high (0.75), or a number from 0 to 1.' -rfka 'low medium high'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl live" window' -l 'window' -d 'Short for --option shake.window=<seconds>; give only one of the two.' -rfka ''
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl live"' -l 'option' -d 'Option of one kind of motion; may be repeated; \'motionctl motions\' lists them.' -rfka 'shake.window= shake.swings= shake.long= freeFall.duration= still.duration='
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl live" rate' -l 'rate' -d 'Sampling frequency; the device uses the next higher one that it supports. (default: the lowest that serves the motions to recognize: shake 100, freeFall 100, still 10, orientation 10, flip 25, pickUp 25, tilt 25, twist 50, tap 200, doubleTap 200; 100 for the readings themselves)' -rfka ''
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl live" sampling' -l 'sampling' -d 'prompt: deliver each reading at once. thrifty: deliver readings up to 40 ms late, with a quarter of the wake-ups, and fewer while the device rests.' -rfka 'prompt thrifty'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl live" mount-matrix' -l 'mount-matrix' -d 'The sensor\'s orientation in the device, as the kernel writes it: \'x1, y1, z1; x2, y2, z2; x3, y3, z3\'. (default: from udev, the device tree or the firmware)' -rfka ''
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl live" bus' -l 'bus' -d 'The bus where motiond runs; by default the bus of MOTIOND_BUS, or else system.' -rfka 'system session'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl live" version' -l 'version' -d 'Show the version.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl live" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl doctor" format' -l 'format' -d 'Output format; json is one object a line.' -rfka 'text json'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl doctor" bus' -l 'bus' -d 'The bus where motiond runs; by default the bus of MOTIOND_BUS, or else system.' -rfka 'system session'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl doctor" version' -l 'version' -d 'Show the version.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl doctor" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl motions" version' -l 'version' -d 'Show the version.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl motions" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_positional "motionctl stamp" -eq 1' -F
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl stamp" units' -l 'units' -d 'The unit of the numbers: g, mg, m/s2, or a number: so many are 1 g, such as 16384.' -rfka 'g mg m/s2'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl stamp" zero' -l 'zero' -d 'What the numbers are at 0 g, such as 512 for an analog pin, or 512,510,515 for x, y and z.' -rfka ''
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl stamp" rate' -l 'rate' -d 'The rate of the lines, in place of their arrival.' -rfka ''
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl stamp" columns' -l 'columns' -d 'Names of all columns in their order, such as _,x,y,-z: a minus turns an axis round, other names are not read. If the values have names, only the minus counts.' -rfka ''
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl stamp" version' -l 'version' -d 'Show the version.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl stamp" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'motionctl' -n '__motionctl_should_offer_completions_for_flags_or_options "motionctl help" version' -l 'version' -d 'Show the version.'
