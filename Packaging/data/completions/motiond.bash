_motiond() {
    case "${3}" in
    --source) COMPREPLY=($(compgen -f -- "${2}")) ;;
    --bus) COMPREPLY=($(compgen -W 'system session none' -- "${2}")) ;;
    --print) COMPREPLY=($(compgen -W 'text json' -- "${2}")) ;;
    --scheduling) COMPREPLY=($(compgen -W 'default fifo' -- "${2}")) ;;
    --rate) ;;
    --sampling) COMPREPLY=($(compgen -W 'prompt thrifty' -- "${2}")) ;;
    --mount-matrix) ;;
    --motions) COMPREPLY=($(compgen -W 'all shake freeFall still orientation flip pickUp tilt twist tap doubleTap' -- "${2}")) ;;
    --sensitivity) COMPREPLY=($(compgen -W 'low medium high' -- "${2}")) ;;
    --window) ;;
    --option) COMPREPLY=($(compgen -W 'shake.window= shake.swings= shake.long= freeFall.duration= still.duration=' -- "${2}")) ;;
    --options-file) COMPREPLY=($(compgen -f -- "${2}")) ;;
    *) COMPREPLY=($(compgen -W '--source --bus --wait --print --scheduling --chip-events --no-chip-events --capture --no-capture --stats --rate --sampling --mount-matrix --motions --sensitivity --window --option --options-file --version -h --help' -- "${2}")) ;;
    esac
}
complete -o filenames -F _motiond motiond
