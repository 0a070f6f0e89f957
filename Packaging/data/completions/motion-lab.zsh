#compdef motion-lab

__motion-lab_complete() {
    local -ar non_empty_completions=("${@:#(|:*)}")
    local -ar empty_completions=("${(M)@:#(|:*)}")
    _describe -V '' non_empty_completions -- empty_completions -P $'\'\''
}

__motion-lab_custom_complete() {
    local -a completions
    completions=("${(@f)"$("${command_name}" "${@}" "${command_line[@]}")"}")
    if [[ "${#completions[@]}" -gt 1 ]]; then
        __motion-lab_complete "${completions[@]:0:-1}"
    fi
}

__motion-lab_cursor_index_in_current_word() {
    if [[ -z "${QIPREFIX}${IPREFIX}${PREFIX}" ]]; then
        printf 0
    else
        printf %s "${#${(z)LBUFFER}[-1]}"
    fi
}

_motion-lab() {
    emulate -RL zsh -G
    setopt extendedglob nullglob numericglobsort
    unsetopt aliases banghist

    local -xr SAP_SHELL=zsh
    local -x SAP_SHELL_VERSION
    SAP_SHELL_VERSION="$(builtin emulate zsh -c 'printf %s "${ZSH_VERSION}"')"
    local -r SAP_SHELL_VERSION

    local context state state_descr line
    local -A opt_args

    local -r command_name="${words[1]}"
    local -ar command_line=("${words[@]}")
    local -ir current_word_index="$((CURRENT - 1))"

    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'import:Make a recording of what a phone app exported.'
            'plot:Draw recordings with their events: SVG, PNG, or a page that zooms.'
            'evaluate:Score a detector on labeled recordings.'
            'fit:Learn the weights of the shake detector from labeled recordings, and print them.'
            'mock:Run a program with a recording as the accelerometer of the machine.'
            'help:Show subcommand help information.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        import|plot|evaluate|fit|mock|help)
            "_motion-lab_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_motion-lab_import() {
    local -i ret=1
    local -ar ___time_unit=('s' 'ms' 'us' 'ns')
    local -ar ___unit=('m/s2' 'g' 'mg')
    local -ar ___gravity=('included' 'none')
    local -ar arg_specs=(
        ':export:_files -g '\''*.csv *.zip *.gz *.txt *.tsv *.json'\'''
        '(--output -o)'{--output,-o}'[The new recording; - is standard output.]:output:_files -g '\''*.csv'\'''
        '--force[Write over a recording that exists.]'
        '--repair[Leave out rows that cannot be read, or whose time is not later than the one before; it says how many.]'
        '--as-it-is[Keep a recording whose gravity, rate or duration is not what it should be; its header says so.]'
        '--sensor[The sensor, by a part of its name, where there are several.]:name:'
        '--time-unit[The unit of the times\: s, ms, us, ns.]:unit:{__motion-lab_complete "${___time_unit[@]}"}'
        '--unit[The unit of the accelerations\: m/s2, g, mg.]:unit:{__motion-lab_complete "${___unit[@]}"}'
        '--per-g[The counts of 1 g, where the accelerations are raw values of a chip, such as 4096.]:n:'
        '--gravity[included\: gravity is in the accelerations. none\: it is not; 9.81 m/s² are added along z, as if the device lay on its back.]:presence:{__motion-lab_complete "${___gravity[@]}"}'
        '--rate[The sampling rate, in place of times.]:hz:'
        '--invert[Turn the values round\: in iOS gravity points down. (default\: if known)]'
        '--no-invert[Turn the values round\: in iOS gravity points down. (default\: if known)]'
        '--columns[Names of all columns in their order, in place of a header, such as time,-,x,y,z; - is not read.]:list:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_motion-lab_plot() {
    local -i ret=1
    local -ar ___motions=('all' 'shake' 'freeFall' 'still' 'orientation' 'flip' 'pickUp' 'tilt' 'twist' 'tap' 'doubleTap')
    local -ar ___sensitivity=('low' 'medium' 'high')
    local -ar ___option=('shake.window=' 'shake.swings=' 'shake.long=' 'freeFall.duration=' 'still.duration=')
    local -ar arg_specs=(
        '*:files:_files -g '\''*.csv *.gz'\'''
        '(--output -o)'{--output,-o}'[The new picture, which ends in .svg, .png or .html.]:output:_files -g '\''*.svg *.png *.html'\'''
        '--remove-gravity[Draw the accelerations without gravity, as the shake detector estimates it.]'
        '--from[Draw from this time of the recording on, such as 90, 15min or 1.5h.]:time:'
        '--to[Draw up to this time of the recording.]:time:'
        '--force[Write over a picture that exists.]'
        '--motions[Kinds of motion, separated by commas, or all; '\''motionctl motions'\'' lists them. (default\: shake)]:list:{__motion-lab_complete "${___motions[@]}"}'
        '--sensitivity[How easily a motion is recognized\: low (0.25), medium (0.5), high (0.75), or a number from 0 to 1.]:level:{__motion-lab_complete "${___sensitivity[@]}"}'
        '--window[Short for --option shake.window=<seconds>; give only one of the two.]:seconds:'
        '*--option[Option of one kind of motion; may be repeated; '\''motionctl motions'\'' lists them.]:kind.key=value:{__motion-lab_complete "${___option[@]}"}'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_motion-lab_evaluate() {
    local -i ret=1
    local -ar ___format=('text' 'json')
    local -ar ___motions=('all' 'shake' 'freeFall' 'still' 'orientation' 'flip' 'pickUp' 'tilt' 'twist' 'tap' 'doubleTap')
    local -ar ___sensitivity=('low' 'medium' 'high')
    local -ar ___option=('shake.window=' 'shake.swings=' 'shake.long=' 'freeFall.duration=' 'still.duration=')
    local -ar arg_specs=(
        '*:directories:_files -/'
        '--format[Output format; json is one object.]:format:{__motion-lab_complete "${___format[@]}"}'
        '--baselines[Also score the shake detectors of other projects.]'
        '--rates[Also score at these rates, resampled\: from 1 to 3200 Hz, separated by commas.]:rates:'
        '--faults[Also score with sensor faults\: clipped, coarse or noisy readings, and lost ones.]'
        '--folds[Cross-validate\: score each recording with weights learned without its source, without other motion at its place, and without all that moves like it\: of hard motions all with flight, all blows, or all paths of a hand. Hard motions are scored class by class, also at 25 Hz and clipped at 2 g.]'
        '--frontier[Also cross-validate with other thresholds, and with more swings to begin.]'
        '--predict[Predict the score of each set from the sets before it, and compare\: what they foretold, and how many times larger or smaller the score was.]'
        '--min-found[Fail unless this share of the labeled recordings of shakes, or of the labeled motions of each kind, is found\: from 0 to 1.]:share:'
        '--max-false[Fail if more of these begin an hour in recordings without the motion.]:number:'
        '--motions[Kinds of motion, separated by commas, or all; '\''motionctl motions'\'' lists them. (default\: shake)]:list:{__motion-lab_complete "${___motions[@]}"}'
        '--sensitivity[How easily a motion is recognized\: low (0.25), medium (0.5), high (0.75), or a number from 0 to 1.]:level:{__motion-lab_complete "${___sensitivity[@]}"}'
        '--window[Short for --option shake.window=<seconds>; give only one of the two.]:seconds:'
        '*--option[Option of one kind of motion; may be repeated; '\''motionctl motions'\'' lists them.]:kind.key=value:{__motion-lab_complete "${___option[@]}"}'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_motion-lab_fit() {
    local -i ret=1
    local -ar ___format=('text' 'json')
    local -ar arg_specs=(
        '*:directories:_files -/'
        '--format[Output format; json is one object.]:format:{__motion-lab_complete "${___format[@]}"}'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_motion-lab_mock() {
    local -i ret=1
    local -ar arg_specs=(
        ':file:_files -g '\''*.csv *.gz'\'''
        '--stop[End the program (SIGTERM) a second after the end of the recording.]'
        '*:program:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_motion-lab_help() {
    local -i ret=1
    local -ar arg_specs=(
        '*:subcommands:'
        '--version[Show the version.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

if [[ "${funcstack[1]}" = _motion-lab ]]; then
    _motion-lab "${@}"
else
    compdef _motion-lab motion-lab
fi
