#compdef phone-accelerometer

__phone-accelerometer_complete() {
    local -ar non_empty_completions=("${@:#(|:*)}")
    local -ar empty_completions=("${(M)@:#(|:*)}")
    _describe -V '' non_empty_completions -- empty_completions -P $'\'\''
}

__phone-accelerometer_custom_complete() {
    local -a completions
    completions=("${(@f)"$("${command_name}" "${@}" "${command_line[@]}")"}")
    if [[ "${#completions[@]}" -gt 1 ]]; then
        __phone-accelerometer_complete "${completions[@]:0:-1}"
    fi
}

__phone-accelerometer_cursor_index_in_current_word() {
    if [[ -z "${QIPREFIX}${IPREFIX}${PREFIX}" ]]; then
        printf 0
    else
        printf %s "${#${(z)LBUFFER}[-1]}"
    fi
}

_phone-accelerometer() {
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
            'read:Read an app on a phone, or a DSU server.'
            'page:Serve a page that makes the browser of a phone the accelerometer: no app to install.'
            'help:Show subcommand help information.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        read|page|help)
            "_phone-accelerometer_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_phone-accelerometer_read() {
    local -i ret=1
    local -ar arg_specs=(
        ':url:'
        '--interval[phyphox\: the time from one request to the next\: 10 to 1000.]:milliseconds:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_phone-accelerometer_page() {
    local -i ret=1
    local -ar arg_specs=(
        '--port[The port\: 1 to 65535; 0 for any that is free.]:port:'
        '*--address[An address of this machine to listen on, in place of all; may be repeated.]:address:'
        '--certificate[A certificate that phones trust (PEM), with --key and --name.]:file:'
        '--key[Its private key (PEM).]:file:'
        '--name[The name of this machine in it.]:name:'
        '--insecure-localhost[Serve http on 127.0.0.1 alone, which a browser trusts\: for '\''adb reverse tcp\:8443 tcp\:8443'\''.]'
        '--events[Read JSON lines of an app from this descriptor, and show them on the phone\: events, as motionctl writes them, and actions such as {"action"\:"undone","name"\:"Typing"}; 0 is standard input.]:descriptor:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_phone-accelerometer_help() {
    local -i ret=1
    local -ar arg_specs=(
        '*:subcommands:'
        '--version[Show the version.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

if [[ "${funcstack[1]}" = _phone-accelerometer ]]; then
    _phone-accelerometer "${@}"
else
    compdef _phone-accelerometer phone-accelerometer
fi
