#compdef motion-mqtt

__motion-mqtt_complete() {
    local -ar non_empty_completions=("${@:#(|:*)}")
    local -ar empty_completions=("${(M)@:#(|:*)}")
    _describe -V '' non_empty_completions -- empty_completions -P $'\'\''
}

__motion-mqtt_custom_complete() {
    local -a completions
    completions=("${(@f)"$("${command_name}" "${@}" "${command_line[@]}")"}")
    if [[ "${#completions[@]}" -gt 1 ]]; then
        __motion-mqtt_complete "${completions[@]:0:-1}"
    fi
}

__motion-mqtt_cursor_index_in_current_word() {
    if [[ -z "${QIPREFIX}${IPREFIX}${PREFIX}" ]]; then
        printf 0
    else
        printf %s "${#${(z)LBUFFER}[-1]}"
    fi
}

_motion-mqtt() {
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
    local -ar ___bus=('system' 'session')
    local -ar ___motions=('all' 'shake' 'freeFall' 'still' 'orientation' 'flip' 'pickUp' 'tilt' 'twist' 'tap' 'doubleTap')
    local -ar ___sensitivity=('low' 'medium' 'high')
    local -ar ___option=('shake.window=' 'shake.swings=' 'shake.long=' 'freeFall.duration=' 'still.duration=')
    local -ar arg_specs=(
        '--host[The broker'\''s name or address.]:host:'
        '--port[The broker'\''s port. (default\: 1883; with TLS 8883)]:port:'
        '--cafile[Speak TLS, and trust the certificates in this file.]:file:_files'
        '--capath[Speak TLS, and trust the certificates in this folder, such as /etc/ssl/certs.]:folder:_files -/'
        '--cert[A certificate of this device, for the broker.]:file:_files'
        '--key[The key of that certificate.]:file:_files'
        '--username[The user to log in as.]:name:'
        '--password-file[The file whose first line is the user'\''s password\: arguments can be read by everybody.]:file:_files'
        '--device[The identifier of this device, in topics\: letters, digits, _ and -. (default\: the name of the machine)]:identifier:'
        '--name[The name of this device for people. (default\: the identifier)]:name:'
        '--topic[The beginning of the topics.]:prefix:'
        '--discovery[The beginning of the topics of Home Assistant'\''s discovery; none to send nothing there.]:prefix:'
        '--queue[The number of events that wait while the broker is away\: 1 to 100000.]:events:'
        '--max-age[How many seconds an event may wait\: 1 to 86400.]:seconds:'
        '--bus[The bus where motiond runs; by default the bus of MOTIOND_BUS, or else system.]:bus:{__motion-mqtt_complete "${___bus[@]}"}'
        '--motions[Kinds of motion, separated by commas, or all; '\''motionctl motions'\'' lists them. (default\: shake)]:list:{__motion-mqtt_complete "${___motions[@]}"}'
        '--sensitivity[How easily a motion is recognized\: low (0.25), medium (0.5), high (0.75), or a number from 0 to 1.]:level:{__motion-mqtt_complete "${___sensitivity[@]}"}'
        '--window[Short for --option shake.window=<seconds>; give only one of the two.]:seconds:'
        '*--option[Option of one kind of motion; may be repeated; '\''motionctl motions'\'' lists them.]:kind.key=value:{__motion-mqtt_complete "${___option[@]}"}'
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
            "_motion-mqtt_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_motion-mqtt_help() {
    local -i ret=1
    local -ar arg_specs=(
        '*:subcommands:'
        '--version[Show the version.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

if [[ "${funcstack[1]}" = _motion-mqtt ]]; then
    _motion-mqtt "${@}"
else
    compdef _motion-mqtt motion-mqtt
fi
