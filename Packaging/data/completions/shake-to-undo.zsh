#compdef shake-to-undo

__shake-to-undo_complete() {
    local -ar non_empty_completions=("${@:#(|:*)}")
    local -ar empty_completions=("${(M)@:#(|:*)}")
    _describe -V '' non_empty_completions -- empty_completions -P $'\'\''
}

__shake-to-undo_custom_complete() {
    local -a completions
    completions=("${(@f)"$("${command_name}" "${@}" "${command_line[@]}")"}")
    if [[ "${#completions[@]}" -gt 1 ]]; then
        __shake-to-undo_complete "${completions[@]:0:-1}"
    fi
}

__shake-to-undo_cursor_index_in_current_word() {
    if [[ -z "${QIPREFIX}${IPREFIX}${PREFIX}" ]]; then
        printf 0
    else
        printf %s "${#${(z)LBUFFER}[-1]}"
    fi
}

_shake-to-undo() {
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
            'run:Serve the session until SIGINT or SIGTERM.'
            'now:Do what a shake does, without one.'
            'answer:Answer the question that is shown.'
            'on:Have shakes undo, on a laptop too that is no tablet now.'
            'off:Have shakes do nothing, until '\''shake-to-undo on'\''.'
            'pause:Have shakes do nothing for some time.'
            'set:Change a setting, or show all of them.'
            'status:Show what the agent does, and what it did last.'
            'doctor:Show which ways to undo work here, and what mends the others.'
            'programs:Check the files that describe programs, and show what holds.'
            'install:Show how to have it started with each session.'
            'help:Show subcommand help information.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        run|now|answer|on|off|pause|set|status|doctor|programs|install|help)
            "_shake-to-undo_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_shake-to-undo_run() {
    local -i ret=1
    local -ar ___bus=('system' 'session')
    local -ar ___ask=('always' 'never')
    local -ar arg_specs=(
        '--bus[The bus where motiond runs\: system, the default, or session. The desktop is always on the session bus.]:system|session:{__shake-to-undo_complete "${___bus[@]}"}'
        '--ask[Whether to ask before an undo, whatever the settings say\: always or never.]:always|never:{__shake-to-undo_complete "${___ask[@]}"}'
        '--explain[Write what each shake does, and why.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_shake-to-undo_now() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_shake-to-undo_answer() {
    local -i ret=1
    local -ar _word=('undo' 'redo' 'no')
    local -ar arg_specs=(
        ':word:{__shake-to-undo_complete "${_word[@]}"}'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_shake-to-undo_on() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_shake-to-undo_off() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_shake-to-undo_pause() {
    local -i ret=1
    local -ar arg_specs=(
        ':minutes:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_shake-to-undo_set() {
    local -i ret=1
    local -ar _key=value=('enabled=' 'when=' 'ask=' 'second-shake=' 'question-seconds=' 'redo-seconds=' 'shake=' 'window=' 'sensitivity=' 'ignore=' 'keys=' 'keys-by=')
    local -ar arg_specs=(
        '*:key=value:{__shake-to-undo_complete "${_key=value[@]}"}'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_shake-to-undo_status() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_shake-to-undo_doctor() {
    local -i ret=1
    local -ar ___bus=('system' 'session')
    local -ar arg_specs=(
        '--bus[The bus where motiond runs\: system, the default, or session. The desktop is always on the session bus.]:system|session:{__shake-to-undo_complete "${___bus[@]}"}'
        '--delay[The time before it looks, from 0 to 60.]:seconds:'
        '--allow-keys[Ask the desktop'\''s portal to let keys be sent, for two minutes at the most.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_shake-to-undo_programs() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_shake-to-undo_install() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_shake-to-undo_help() {
    local -i ret=1
    local -ar arg_specs=(
        '*:subcommands:'
        '--version[Show the version.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

if [[ "${funcstack[1]}" = _shake-to-undo ]]; then
    _shake-to-undo "${@}"
else
    compdef _shake-to-undo shake-to-undo
fi
