function __motion-lab_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __motion-lab_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __motion-lab_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __motion-lab_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __motion-lab_parse_tokens -S
    set -l unparsed_tokens (__motion-lab_tokens -pc)
    switch $unparsed_tokens[1]
    case 'motion-lab'
        __motion-lab_parse_subcommand 0 'version' 'h/help'
        switch $unparsed_tokens[1]
        case 'import'
            __motion-lab_parse_subcommand 1 'o/output=' 'force' 'repair' 'as-it-is' 'sensor=' 'time-unit=' 'unit=' 'per-g=' 'gravity=' 'rate=' 'invert' 'no-invert' 'columns=' 'version' 'h/help'
        case 'plot'
            __motion-lab_parse_subcommand -r 1 'o/output=' 'remove-gravity' 'from=' 'to=' 'force' 'motions=' 'sensitivity=' 'window=' 'option=+' 'version' 'h/help'
        case 'evaluate'
            __motion-lab_parse_subcommand -r 1 'format=' 'baselines' 'rates=' 'faults' 'folds' 'frontier' 'predict' 'min-found=' 'max-false=' 'motions=' 'sensitivity=' 'window=' 'option=+' 'version' 'h/help'
        case 'fit'
            __motion-lab_parse_subcommand -r 1 'format=' 'version' 'h/help'
        case 'mock'
            __motion-lab_parse_subcommand -r 2 'stop' 'version' 'h/help'
        case 'help'
            __motion-lab_parse_subcommand -r 1 'version'
        end
    end
end

function __motion-lab_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __motion-lab_parse_subcommand -S -a positional_count
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

function __motion-lab_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __motion-lab_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__motion-lab_tokens -p)
    if test -z "$(__motion-lab_tokens -t)"
        set -l index (count (__motion-lab_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'motion-lab' -f
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab" version' -l 'version' -d 'Show the version.'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_positional "motion-lab" -eq 1' -fa 'import' -d 'Make a recording of what a phone app exported.'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_positional "motion-lab" -eq 1' -fa 'plot' -d 'Draw recordings with their events: SVG, PNG, or a page that zooms.'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_positional "motion-lab" -eq 1' -fa 'evaluate' -d 'Score a detector on labeled recordings.'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_positional "motion-lab" -eq 1' -fa 'fit' -d 'Learn the weights of the shake detector from labeled recordings, and print them.'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_positional "motion-lab" -eq 1' -fa 'mock' -d 'Run a program with a recording as the accelerometer of the machine.'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_positional "motion-lab" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_positional "motion-lab import" -eq 1' -fa '(set -l exts \'csv\' \'zip\' \'gz\' \'txt\' \'tsv\' \'json\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab import" o output' -l 'output' -s 'o' -d 'The new recording; - is standard output.' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'csv\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab import" force' -l 'force' -d 'Write over a recording that exists.'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab import" repair' -l 'repair' -d 'Leave out rows that cannot be read, or whose time is not later than the one before; it says how many.'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab import" as-it-is' -l 'as-it-is' -d 'Keep a recording whose gravity, rate or duration is not what it should be; its header says so.'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab import" sensor' -l 'sensor' -d 'The sensor, by a part of its name, where there are several.' -rfka ''
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab import" time-unit' -l 'time-unit' -d 'The unit of the times: s, ms, us, ns.' -rfka 's ms us ns'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab import" unit' -l 'unit' -d 'The unit of the accelerations: m/s2, g, mg.' -rfka 'm/s2 g mg'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab import" per-g' -l 'per-g' -d 'The counts of 1 g, where the accelerations are raw values of a chip, such as 4096.' -rfka ''
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab import" gravity' -l 'gravity' -d 'included: gravity is in the accelerations. none: it is not; 9.81 m/s² are added along z, as if the device lay on its back.' -rfka 'included none'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab import" rate' -l 'rate' -d 'The sampling rate, in place of times.' -rfka ''
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab import" invert' -l 'invert' -d 'Turn the values round: in iOS gravity points down. (default: if known)'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab import" no-invert' -l 'no-invert' -d 'Turn the values round: in iOS gravity points down. (default: if known)'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab import" columns' -l 'columns' -d 'Names of all columns in their order, in place of a header, such as time,-,x,y,z; - is not read.' -rfka ''
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab import" version' -l 'version' -d 'Show the version.'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab import" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_positional "motion-lab plot" -ge 1' -fa '(set -l exts \'csv\' \'gz\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab plot" o output' -l 'output' -s 'o' -d 'The new picture, which ends in .svg, .png or .html.' -rfa '(set -l exts \'svg\' \'png\' \'html\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab plot" remove-gravity' -l 'remove-gravity' -d 'Draw the accelerations without gravity, as the shake detector estimates it.'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab plot" from' -l 'from' -d 'Draw from this time of the recording on, such as 90, 15min or 1.5h.' -rfka ''
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab plot" to' -l 'to' -d 'Draw up to this time of the recording.' -rfka ''
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab plot" force' -l 'force' -d 'Write over a picture that exists.'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab plot" motions' -l 'motions' -d 'Kinds of motion, separated by commas, or all; \'motionctl motions\' lists them. (default: shake)' -rfka 'all shake freeFall still orientation flip pickUp tilt twist tap doubleTap'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab plot" sensitivity' -l 'sensitivity' -d 'How easily a motion is recognized: low (0.25), medium (0.5), high (0.75), or a number from 0 to 1.' -rfka 'low medium high'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab plot" window' -l 'window' -d 'Short for --option shake.window=<seconds>; give only one of the two.' -rfka ''
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab plot"' -l 'option' -d 'Option of one kind of motion; may be repeated; \'motionctl motions\' lists them.' -rfka 'shake.window= shake.swings= shake.long= freeFall.duration= still.duration='
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab plot" version' -l 'version' -d 'Show the version.'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab plot" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_positional "motion-lab evaluate" -ge 1' -fa '(__motion-lab_complete_directories)'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab evaluate" format' -l 'format' -d 'Output format; json is one object.' -rfka 'text json'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab evaluate" baselines' -l 'baselines' -d 'Also score the shake detectors of other projects.'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab evaluate" rates' -l 'rates' -d 'Also score at these rates, resampled: from 1 to 3200 Hz, separated by commas.' -rfka ''
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab evaluate" faults' -l 'faults' -d 'Also score with sensor faults: clipped, coarse or noisy readings, and lost ones.'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab evaluate" folds' -l 'folds' -d 'Cross-validate: score each recording with weights learned without its source, without other motion at its place, and without all that moves like it: of hard motions all with flight, all blows, or all paths of a hand. Hard motions are scored class by class, also at 25 Hz and clipped at 2 g.'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab evaluate" frontier' -l 'frontier' -d 'Also cross-validate with other thresholds, and with more swings to begin.'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab evaluate" predict' -l 'predict' -d 'Predict the score of each set from the sets before it, and compare: what they foretold, and how many times larger or smaller the score was.'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab evaluate" min-found' -l 'min-found' -d 'Fail unless this share of the labeled recordings of shakes, or of the labeled motions of each kind, is found: from 0 to 1.' -rfka ''
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab evaluate" max-false' -l 'max-false' -d 'Fail if more of these begin an hour in recordings without the motion.' -rfka ''
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab evaluate" motions' -l 'motions' -d 'Kinds of motion, separated by commas, or all; \'motionctl motions\' lists them. (default: shake)' -rfka 'all shake freeFall still orientation flip pickUp tilt twist tap doubleTap'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab evaluate" sensitivity' -l 'sensitivity' -d 'How easily a motion is recognized: low (0.25), medium (0.5), high (0.75), or a number from 0 to 1.' -rfka 'low medium high'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab evaluate" window' -l 'window' -d 'Short for --option shake.window=<seconds>; give only one of the two.' -rfka ''
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab evaluate"' -l 'option' -d 'Option of one kind of motion; may be repeated; \'motionctl motions\' lists them.' -rfka 'shake.window= shake.swings= shake.long= freeFall.duration= still.duration='
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab evaluate" version' -l 'version' -d 'Show the version.'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab evaluate" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_positional "motion-lab fit" -ge 1' -fa '(__motion-lab_complete_directories)'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab fit" format' -l 'format' -d 'Output format; json is one object.' -rfka 'text json'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab fit" version' -l 'version' -d 'Show the version.'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab fit" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_positional "motion-lab mock" -eq 1' -fa '(set -l exts \'csv\' \'gz\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab mock" stop' -l 'stop' -d 'End the program (SIGTERM) a second after the end of the recording.'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab mock" version' -l 'version' -d 'Show the version.'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab mock" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'motion-lab' -n '__motion-lab_should_offer_completions_for_flags_or_options "motion-lab help" version' -l 'version' -d 'Show the version.'
