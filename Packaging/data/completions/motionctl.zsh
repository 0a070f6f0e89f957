#compdef motionctl

__motionctl_complete() {
    local -ar non_empty_completions=("${@:#(|:*)}")
    local -ar empty_completions=("${(M)@:#(|:*)}")
    _describe -V '' non_empty_completions -- empty_completions -P $'\'\''
}

__motionctl_custom_complete() {
    local -a completions
    completions=("${(@f)"$("${command_name}" "${@}" "${command_line[@]}")"}")
    if [[ "${#completions[@]}" -gt 1 ]]; then
        __motionctl_complete "${completions[@]:0:-1}"
    fi
}

__motionctl_cursor_index_in_current_word() {
    if [[ -z "${QIPREFIX}${IPREFIX}${PREFIX}" ]]; then
        printf 0
    else
        printf %s "${#${(z)LBUFFER}[-1]}"
    fi
}

_motionctl() {
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
            'list:List accelerometers and their properties.'
            'record:Record an accelerometer, to a file or to standard output.'
            'replay:Print the motion events in recordings, or compare them with those expected.'
            'monitor:Print the motions that a running motiond recognizes.'
            'status:Show the status of a running motiond: accelerometer, options, clients, events.'
            'capture:Save the readings of the last 30 s, such as of a shake that was missed.'
            'simulate:Simulate a motion for the clients of a running motiond.'
            'live:Show readings, gravity and motions as they come.'
            'doctor:Find out why nothing happens.'
            'motions:List the kinds of motion, and their options.'
            'stamp:Make a recording of lines of numbers that have no times.'
            'help:Show subcommand help information.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        list|record|replay|monitor|status|capture|simulate|live|doctor|motions|stamp|help)
            "_motionctl_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_motionctl_list() {
    local -i ret=1
    local -ar ___format=('text' 'json')
    local -ar ___bus=('system' 'session')
    local -ar arg_specs=(
        '--format[Output format; json is one object a line.]:format:{__motionctl_complete "${___format[@]}"}'
        '--bus[The bus where motiond runs; by default the bus of MOTIOND_BUS, or else system.]:bus:{__motionctl_complete "${___bus[@]}"}'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_motionctl_record() {
    local -i ret=1
    local -ar ___sampling=('prompt' 'thrifty')
    local -ar ___bus=('system' 'session')
    local -ar arg_specs=(
        ':file:_files -g '\''*.csv'\'''
        '--source[The accelerometer\: auto (default), iio\:NAME, input or input\:NAME.]:source:'
        '--duration[Stop after this time.]:seconds:'
        '--wait[Wait until an accelerometer appears.]'
        '--rate[Sampling frequency; the device uses the next higher one that it supports. (default\: the lowest that serves the motions to recognize\: shake 100, freeFall 100, still 10, orientation 10, flip 25, pickUp 25, tilt 25, twist 50, tap 200, doubleTap 200; 100 for the readings themselves)]:hz:'
        '--sampling[prompt\: deliver each reading at once. thrifty\: deliver readings up to 40 ms late, with a quarter of the wake-ups, and fewer while the device rests.]:mode:{__motionctl_complete "${___sampling[@]}"}'
        '--mount-matrix[The sensor'\''s orientation in the device, as the kernel writes it\: '\''x1, y1, z1; x2, y2, z2; x3, y3, z3'\''. (default\: from udev, the device tree or the firmware)]:matrix:'
        '--bus[The bus where motiond runs; by default the bus of MOTIOND_BUS, or else system.]:bus:{__motionctl_complete "${___bus[@]}"}'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_motionctl_replay() {
    local -i ret=1
    local -ar ___format=('text' 'json')
    local -ar ___motions=('all' 'shake' 'freeFall' 'still' 'orientation' 'flip' 'pickUp' 'tilt' 'twist' 'tap' 'doubleTap')
    local -ar ___sensitivity=('low' 'medium' 'high')
    local -ar ___option=('shake.window=' 'shake.swings=' 'shake.long=' 'freeFall.duration=' 'still.duration=')
    local -ar arg_specs=(
        '*:files:_files -g '\''*.csv *.gz'\'''
        '--format[Output format; json is one object a line.]:format:{__motionctl_complete "${___format[@]}"}'
        '--paced[Play in real time instead of as fast as possible.]'
        '--explain[Also print each motion that was not recognized, and the reason.]'
        '--expect[Compare with the events beside each recording, in NAME.events.jsonl.]'
        '--skip-bad[Skip bad lines; their number is printed, and the exit status is 65.]'
        '--motions[Kinds of motion, separated by commas, or all; '\''motionctl motions'\'' lists them. (default\: shake)]:list:{__motionctl_complete "${___motions[@]}"}'
        '--sensitivity[How easily a motion is recognized\: low (0.25), medium (0.5), high (0.75), or a number from 0 to 1.]:level:{__motionctl_complete "${___sensitivity[@]}"}'
        '--window[Short for --option shake.window=<seconds>; give only one of the two.]:seconds:'
        '*--option[Option of one kind of motion; may be repeated; '\''motionctl motions'\'' lists them.]:kind.key=value:{__motionctl_complete "${___option[@]}"}'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_motionctl_monitor() {
    local -i ret=1
    local -ar ___format=('text' 'json')
    local -ar ___bus=('system' 'session')
    local -ar ___motions=('all' 'shake' 'freeFall' 'still' 'orientation' 'flip' 'pickUp' 'tilt' 'twist' 'tap' 'doubleTap')
    local -ar ___sensitivity=('low' 'medium' 'high')
    local -ar ___option=('shake.window=' 'shake.swings=' 'shake.long=' 'freeFall.duration=' 'still.duration=')
    local -ar ___on=('began' 'ended' 'cancelled' 'recognized')
    local -ar arg_specs=(
        '--format[Output format; json is one object a line.]:format:{__motionctl_complete "${___format[@]}"}'
        '--bus[The bus where motiond runs; by default the bus of MOTIOND_BUS, or else system.]:bus:{__motionctl_complete "${___bus[@]}"}'
        '--motions[Kinds of motion, separated by commas, or all; '\''motionctl motions'\'' lists them. (default\: shake)]:list:{__motionctl_complete "${___motions[@]}"}'
        '--sensitivity[How easily a motion is recognized\: low (0.25), medium (0.5), high (0.75), or a number from 0 to 1.]:level:{__motionctl_complete "${___sensitivity[@]}"}'
        '--window[Short for --option shake.window=<seconds>; give only one of the two.]:seconds:'
        '*--option[Option of one kind of motion; may be repeated; '\''motionctl motions'\'' lists them.]:kind.key=value:{__motionctl_complete "${___option[@]}"}'
        '--wait[Wait for motiond if it is not running.]'
        '--explain[Also print each motion that was not recognized, and the reason; reads motiond'\''s samples.]'
        '--on[Only these events\: began, ended, cancelled, recognized; separated by commas.]:phases:{__motionctl_complete "${___on[@]}"}'
        '--exec[Run a program for each event.]:program:_files'
        '--exec-limit[End a program that runs for longer than this.]:seconds:'
        '--exec-max-age[Run no program for an event that has waited for longer than this.]:seconds:'
        '*:arguments:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_motionctl_status() {
    local -i ret=1
    local -ar ___format=('text' 'json' 'openmetrics')
    local -ar ___bus=('system' 'session')
    local -ar arg_specs=(
        '--format[Output format; json is one object, openmetrics the counts and rates for a scraper.]:format:{__motionctl_complete "${___format[@]}"}'
        '--bus[The bus where motiond runs; by default the bus of MOTIOND_BUS, or else system.]:bus:{__motionctl_complete "${___bus[@]}"}'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_motionctl_capture() {
    local -i ret=1
    local -ar ___bus=('system' 'session')
    local -ar arg_specs=(
        '(-o --output)'{-o,--output}'[The new file; - is standard output.]:file:_files -g '\''*.csv'\'''
        '--label[The motion in the readings\: shake, freeFall, still, orientation, flip, pickUp, tilt, twist, tap, doubleTap, or other.]:kind:'
        '--to[The directory to add the recording to.]:directory:_files -/'
        '--at[The time of the motion in s from the first reading (default\: where the readings vary most).]:start-end:'
        '--bus[The bus where motiond runs; by default the bus of MOTIOND_BUS, or else system.]:bus:{__motionctl_complete "${___bus[@]}"}'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_motionctl_simulate() {
    local -i ret=1
    local -ar ___bus=('system' 'session')
    local -ar arg_specs=(
        ':what:{local -a list;list=(${(f)"$(printf '\''%s\n'\'' shake freeFall still orientation flip pickUp tilt twist tap doubleTap long-shake; ls -d *.csv 2>/dev/null)"});_describe -V "" list}'
        '--bus[The bus where motiond runs; by default the bus of MOTIOND_BUS, or else system.]:bus:{__motionctl_complete "${___bus[@]}"}'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_motionctl_live() {
    local -i ret=1
    local -ar ___motions=('all' 'shake' 'freeFall' 'still' 'orientation' 'flip' 'pickUp' 'tilt' 'twist' 'tap' 'doubleTap')
    local -ar ___sensitivity=('low' 'medium' 'high')
    local -ar ___option=('shake.window=' 'shake.swings=' 'shake.long=' 'freeFall.duration=' 'still.duration=')
    local -ar ___sampling=('prompt' 'thrifty')
    local -ar ___bus=('system' 'session')
    local -ar arg_specs=(
        ':source:'
        '--motions[Kinds of motion, separated by commas, or all; '\''motionctl motions'\'' lists them. (default\: shake)]:list:{__motionctl_complete "${___motions[@]}"}'
        '--sensitivity[How easily a motion is recognized\: low (0.25), medium (0.5), high (0.75), or a number from 0 to 1.]:level:{__motionctl_complete "${___sensitivity[@]}"}'
        '--window[Short for --option shake.window=<seconds>; give only one of the two.]:seconds:'
        '*--option[Option of one kind of motion; may be repeated; '\''motionctl motions'\'' lists them.]:kind.key=value:{__motionctl_complete "${___option[@]}"}'
        '--rate[Sampling frequency; the device uses the next higher one that it supports. (default\: the lowest that serves the motions to recognize\: shake 100, freeFall 100, still 10, orientation 10, flip 25, pickUp 25, tilt 25, twist 50, tap 200, doubleTap 200; 100 for the readings themselves)]:hz:'
        '--sampling[prompt\: deliver each reading at once. thrifty\: deliver readings up to 40 ms late, with a quarter of the wake-ups, and fewer while the device rests.]:mode:{__motionctl_complete "${___sampling[@]}"}'
        '--mount-matrix[The sensor'\''s orientation in the device, as the kernel writes it\: '\''x1, y1, z1; x2, y2, z2; x3, y3, z3'\''. (default\: from udev, the device tree or the firmware)]:matrix:'
        '--bus[The bus where motiond runs; by default the bus of MOTIOND_BUS, or else system.]:bus:{__motionctl_complete "${___bus[@]}"}'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_motionctl_doctor() {
    local -i ret=1
    local -ar ___format=('text' 'json')
    local -ar ___bus=('system' 'session')
    local -ar arg_specs=(
        '--format[Output format; json is one object a line.]:format:{__motionctl_complete "${___format[@]}"}'
        '--bus[The bus where motiond runs; by default the bus of MOTIOND_BUS, or else system.]:bus:{__motionctl_complete "${___bus[@]}"}'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_motionctl_motions() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_motionctl_stamp() {
    local -i ret=1
    local -ar ___units=('g' 'mg' 'm/s2')
    local -ar arg_specs=(
        ':file:_files'
        '--units[The unit of the numbers\: g, mg, m/s2, or a number\: so many are 1 g, such as 16384.]:unit:{__motionctl_complete "${___units[@]}"}'
        '--zero[What the numbers are at 0 g, such as 512 for an analog pin, or 512,510,515 for x, y and z.]:zero:'
        '--rate[The rate of the lines, in place of their arrival.]:hz:'
        '--columns[Names of all columns in their order, such as _,x,y,-z\: a minus turns an axis round, other names are not read. If the values have names, only the minus counts.]:list:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_motionctl_help() {
    local -i ret=1
    local -ar arg_specs=(
        '*:subcommands:'
        '--version[Show the version.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

if [[ "${funcstack[1]}" = _motionctl ]]; then
    _motionctl "${@}"
else
    compdef _motionctl motionctl
fi
