function __shake-to-undo_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __shake-to-undo_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __shake-to-undo_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __shake-to-undo_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __shake-to-undo_parse_tokens -S
    set -l unparsed_tokens (__shake-to-undo_tokens -pc)
    switch $unparsed_tokens[1]
    case 'shake-to-undo'
        __shake-to-undo_parse_subcommand 0 'version' 'h/help'
        switch $unparsed_tokens[1]
        case 'run'
            __shake-to-undo_parse_subcommand 0 'bus=' 'ask=' 'explain' 'version' 'h/help'
        case 'now'
            __shake-to-undo_parse_subcommand 0 'version' 'h/help'
        case 'answer'
            __shake-to-undo_parse_subcommand 1 'version' 'h/help'
        case 'on'
            __shake-to-undo_parse_subcommand 0 'version' 'h/help'
        case 'off'
            __shake-to-undo_parse_subcommand 0 'version' 'h/help'
        case 'pause'
            __shake-to-undo_parse_subcommand 1 'version' 'h/help'
        case 'set'
            __shake-to-undo_parse_subcommand -r 1 'version' 'h/help'
        case 'status'
            __shake-to-undo_parse_subcommand 0 'version' 'h/help'
        case 'doctor'
            __shake-to-undo_parse_subcommand 0 'bus=' 'delay=' 'allow-keys' 'version' 'h/help'
        case 'programs'
            __shake-to-undo_parse_subcommand 0 'version' 'h/help'
        case 'install'
            __shake-to-undo_parse_subcommand 0 'version' 'h/help'
        case 'help'
            __shake-to-undo_parse_subcommand -r 1 'version'
        end
    end
end

function __shake-to-undo_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __shake-to-undo_parse_subcommand -S -a positional_count
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

function __shake-to-undo_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __shake-to-undo_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__shake-to-undo_tokens -p)
    if test -z "$(__shake-to-undo_tokens -t)"
        set -l index (count (__shake-to-undo_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'shake-to-undo' -f
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_flags_or_options "shake-to-undo" version' -l 'version' -d 'Show the version.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_flags_or_options "shake-to-undo" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_positional "shake-to-undo" -eq 1' -fa 'run' -d 'Serve the session until SIGINT or SIGTERM.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_positional "shake-to-undo" -eq 1' -fa 'now' -d 'Do what a shake does, without one.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_positional "shake-to-undo" -eq 1' -fa 'answer' -d 'Answer the question that is shown.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_positional "shake-to-undo" -eq 1' -fa 'on' -d 'Have shakes undo, on a laptop too that is no tablet now.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_positional "shake-to-undo" -eq 1' -fa 'off' -d 'Have shakes do nothing, until \'shake-to-undo on\'.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_positional "shake-to-undo" -eq 1' -fa 'pause' -d 'Have shakes do nothing for some time.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_positional "shake-to-undo" -eq 1' -fa 'set' -d 'Change a setting, or show all of them.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_positional "shake-to-undo" -eq 1' -fa 'status' -d 'Show what the agent does, and what it did last.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_positional "shake-to-undo" -eq 1' -fa 'doctor' -d 'Show which ways to undo work here, and what mends the others.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_positional "shake-to-undo" -eq 1' -fa 'programs' -d 'Check the files that describe programs, and show what holds.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_positional "shake-to-undo" -eq 1' -fa 'install' -d 'Show how to have it started with each session.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_positional "shake-to-undo" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_flags_or_options "shake-to-undo run" bus' -l 'bus' -d 'The bus where motiond runs: system, the default, or session. The desktop is always on the session bus.' -rfka 'system session'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_flags_or_options "shake-to-undo run" ask' -l 'ask' -d 'Whether to ask before an undo, whatever the settings say: always or never.' -rfka 'always never'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_flags_or_options "shake-to-undo run" explain' -l 'explain' -d 'Write what each shake does, and why.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_flags_or_options "shake-to-undo run" version' -l 'version' -d 'Show the version.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_flags_or_options "shake-to-undo run" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_flags_or_options "shake-to-undo now" version' -l 'version' -d 'Show the version.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_flags_or_options "shake-to-undo now" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_positional "shake-to-undo answer" -eq 1' -fka 'undo redo no'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_flags_or_options "shake-to-undo answer" version' -l 'version' -d 'Show the version.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_flags_or_options "shake-to-undo answer" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_flags_or_options "shake-to-undo on" version' -l 'version' -d 'Show the version.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_flags_or_options "shake-to-undo on" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_flags_or_options "shake-to-undo off" version' -l 'version' -d 'Show the version.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_flags_or_options "shake-to-undo off" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_flags_or_options "shake-to-undo pause" version' -l 'version' -d 'Show the version.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_flags_or_options "shake-to-undo pause" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_positional "shake-to-undo set" -ge 1' -fka 'enabled= when= ask= second-shake= question-seconds= redo-seconds= shake= window= sensitivity= ignore= keys= keys-by='
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_flags_or_options "shake-to-undo set" version' -l 'version' -d 'Show the version.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_flags_or_options "shake-to-undo set" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_flags_or_options "shake-to-undo status" version' -l 'version' -d 'Show the version.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_flags_or_options "shake-to-undo status" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_flags_or_options "shake-to-undo doctor" bus' -l 'bus' -d 'The bus where motiond runs: system, the default, or session. The desktop is always on the session bus.' -rfka 'system session'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_flags_or_options "shake-to-undo doctor" delay' -l 'delay' -d 'The time before it looks, from 0 to 60.' -rfka ''
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_flags_or_options "shake-to-undo doctor" allow-keys' -l 'allow-keys' -d 'Ask the desktop\'s portal to let keys be sent, for two minutes at the most.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_flags_or_options "shake-to-undo doctor" version' -l 'version' -d 'Show the version.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_flags_or_options "shake-to-undo doctor" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_flags_or_options "shake-to-undo programs" version' -l 'version' -d 'Show the version.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_flags_or_options "shake-to-undo programs" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_flags_or_options "shake-to-undo install" version' -l 'version' -d 'Show the version.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_flags_or_options "shake-to-undo install" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'shake-to-undo' -n '__shake-to-undo_should_offer_completions_for_flags_or_options "shake-to-undo help" version' -l 'version' -d 'Show the version.'
