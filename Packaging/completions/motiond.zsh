#compdef motiond

__motiond_complete() {
    local -ar non_empty_completions=("${@:#(|:*)}")
    local -ar empty_completions=("${(M)@:#(|:*)}")
    _describe -V '' non_empty_completions -- empty_completions -P $'\'\''
}

__motiond_custom_complete() {
    local -a completions
    completions=("${(@f)"$("${command_name}" "${@}" "${command_line[@]}")"}")
    if [[ "${#completions[@]}" -gt 1 ]]; then
        __motiond_complete "${completions[@]:0:-1}"
    fi
}

__motiond_cursor_index_in_current_word() {
    if [[ -z "${QIPREFIX}${IPREFIX}${PREFIX}" ]]; then
        printf 0
    else
        printf %s "${#${(z)LBUFFER}[-1]}"
    fi
}

_motiond() {
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
    local -ar ___bus=('system' 'session' 'none')
    local -ar ___print=('text' 'json')
    local -ar ___scheduling=('default' 'fifo')
    local -ar ___sampling=('prompt' 'thrifty')
    local -ar ___motions=('all' 'shake' 'freeFall' 'still' 'orientation' 'flip' 'pickUp' 'tilt' 'twist' 'tap' 'doubleTap')
    local -ar ___sensitivity=('low' 'medium' 'high')
    local -ar ___option=('shake.window=' 'shake.swings=' 'shake.long=' 'freeFall.duration=' 'still.duration=')
    local -ar arg_specs=(
        '--source[An accelerometer (auto, iio\:NAME, or input or input\:NAME for a controller or a drive guard) or a recording (a file, or - for standard input).]:source:'
        '--bus[The bus of the clients.]:bus:{__motiond_complete "${___bus[@]}"}'
        '--wait[With --bus none\: wait for an accelerometer if there is none.]'
        '--print[Print events in this format (default\: text with --bus none, otherwise nothing).]:print:{__motiond_complete "${___print[@]}"}'
        '--scheduling[fifo\: readings in real time, and memory that is never paged out.]:policy:{__motiond_complete "${___scheduling[@]}"}'
        '--chip-events[Take motions from the sensor'\''s chip where it recognizes them by itself; or from readings alone.]'
        '--no-chip-events[Take motions from the sensor'\''s chip where it recognizes them by itself; or from readings alone.]'
        '--capture[Keep the readings of the last 30 s in memory, for motionctl capture; or keep none.]'
        '--no-capture[Keep the readings of the last 30 s in memory, for motionctl capture; or keep none.]'
        '--stats[Write statistics of the readings at the end.]'
        '--rate[Sampling frequency; the device uses the next higher one that it supports. (default\: the lowest that serves the motions to recognize\: shake 100, freeFall 100, still 10, orientation 10, flip 25, pickUp 25, tilt 25, twist 50, tap 200, doubleTap 200; 100 for the readings themselves)]:hz:'
        '--sampling[prompt\: deliver each reading at once. thrifty\: deliver readings up to 40 ms late, with a quarter of the wake-ups.]:mode:{__motiond_complete "${___sampling[@]}"}'
        '--mount-matrix[The sensor'\''s orientation in the device, as the kernel writes it\: '\''x1, y1, z1; x2, y2, z2; x3, y3, z3'\''. (default\: from udev, the device tree or the firmware)]:matrix:'
        '--motions[Kinds of motion, separated by commas, or all; '\''motionctl motions'\'' lists them. (default\: shake)]:list:{__motiond_complete "${___motions[@]}"}'
        '--sensitivity[How easily a motion is recognized\: low (0.25), medium (0.5), high (0.75), or a number from 0 to 1.]:level:{__motiond_complete "${___sensitivity[@]}"}'
        '--window[Short for --option shake.window=<seconds>; give only one of the two.]:seconds:'
        '*--option[Option of one kind of motion; may be repeated; '\''motionctl motions'\'' lists them.]:kind.key=value:{__motiond_complete "${___option[@]}"}'
        '--options-file[A file with a line MOTIOND_OPTIONS="..." of further options; the command line takes precedence.]:file:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'help:Show subcommand help information.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        help)
            "_motiond_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_motiond_help() {
    local -i ret=1
    local -ar arg_specs=(
        '*:subcommands:'
        '--version[Show the version.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

if [[ "${funcstack[1]}" = _motiond ]]; then
    _motiond "${@}"
else
    compdef _motiond motiond
fi
