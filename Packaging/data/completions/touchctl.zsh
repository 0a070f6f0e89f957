#compdef touchctl

__touchctl_complete() {
    local -ar non_empty_completions=("${@:#(|:*)}")
    local -ar empty_completions=("${(M)@:#(|:*)}")
    _describe -V '' non_empty_completions -- empty_completions -P $'\'\''
}

__touchctl_custom_complete() {
    local -a completions
    completions=("${(@f)"$("${command_name}" "${@}" "${command_line[@]}")"}")
    if [[ "${#completions[@]}" -gt 1 ]]; then
        __touchctl_complete "${completions[@]:0:-1}"
    fi
}

__touchctl_cursor_index_in_current_word() {
    if [[ -z "${QIPREFIX}${IPREFIX}${PREFIX}" ]]; then
        printf 0
    else
        printf %s "${#${(z)LBUFFER}[-1]}"
    fi
}

_touchctl() {
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
            'list:List touchscreens and their properties.'
            'record:Record touchscreens, to a file or to standard output.'
            'replay:Print the gestures in recordings of touches.'
            'help:Show subcommand help information.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        list|record|replay|help)
            "_touchctl_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_touchctl_list() {
    local -i ret=1
    local -ar ___rotation=('0' '90' '180' '270')
    local -ar ___format=('text' 'json')
    local -ar arg_specs=(
        '--seat[The seat whose touchscreens are read.]:seat:'
        '--device[Read this touchscreen alone, such as /dev/input/event3.]:node:_files'
        '--rotation[Turn the touches clockwise.]:degrees:{__touchctl_complete "${___rotation[@]}"}'
        '--calibration[Six numbers of a matrix, in place of udev'\''s LIBINPUT_CALIBRATION_MATRIX.]:a b c d e f:'
        '--screen[The size of the screen in pixels, for touchscreens that do not report theirs.]:width x height:'
        '--format[Output format; json is one object a line.]:format:{__touchctl_complete "${___format[@]}"}'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_touchctl_record() {
    local -i ret=1
    local -ar ___rotation=('0' '90' '180' '270')
    local -ar arg_specs=(
        ':file:_files -g '\''*.csv'\'''
        '--seat[The seat whose touchscreens are read.]:seat:'
        '--device[Read this touchscreen alone, such as /dev/input/event3.]:node:_files'
        '--rotation[Turn the touches clockwise.]:degrees:{__touchctl_complete "${___rotation[@]}"}'
        '--calibration[Six numbers of a matrix, in place of udev'\''s LIBINPUT_CALIBRATION_MATRIX.]:a b c d e f:'
        '--screen[The size of the screen in pixels, for touchscreens that do not report theirs.]:width x height:'
        '--duration[Stop after this time.]:seconds:'
        '--wait[Wait for a touchscreen if there is none.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_touchctl_replay() {
    local -i ret=1
    local -ar ___format=('text' 'json')
    local -ar arg_specs=(
        '*:files:_files -g '\''*.csv *.gz'\'''
        '--format[Output format; json is one object a line.]:format:{__touchctl_complete "${___format[@]}"}'
        '--paced[Play in real time instead of as fast as possible.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_touchctl_help() {
    local -i ret=1
    local -ar arg_specs=(
        '*:subcommands:'
        '--version[Show the version.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

if [[ "${funcstack[1]}" = _touchctl ]]; then
    _touchctl "${@}"
else
    compdef _touchctl touchctl
fi
