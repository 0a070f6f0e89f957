#compdef motiond
_arguments -s -S \
    '--source[An accelerometer (auto, iio\:NAME, or input or input\:NAME for a controller or a drive guard) or a recording (a file, or - for standard input).]:source:_files' \
    '--bus[The bus of the clients.]:bus:(system session none)' \
    '--wait[With --bus none\: wait for an accelerometer if there is none.]' \
    '--print[Print events in this format (default\: text with --bus none, otherwise nothing).]:print:(text json)' \
    '--scheduling[fifo\: readings in real time, and memory that is never paged out.]:policy:(default fifo)' \
    '--chip-events[Take motions from the sensor'\''s chip where it recognizes them by itself; or from readings alone.]' \
    '--no-chip-events[Take motions from the sensor'\''s chip where it recognizes them by itself; or from readings alone.]' \
    '--capture[Keep the readings of the last 30 s in memory, for motionctl capture; or keep none.]' \
    '--no-capture[Keep the readings of the last 30 s in memory, for motionctl capture; or keep none.]' \
    '--stats[Write statistics of the readings at the end.]' \
    '--rate[Sampling frequency; the device uses the next higher one that it supports.]:hz:' \
    '--sampling[prompt\: deliver each reading at once. thrifty\: deliver readings up to 40 ms late, with a quarter of the wake-ups, and fewer while the device rests.]:mode:(prompt thrifty)' \
    '--mount-matrix[The sensor'\''s orientation in the device, as the kernel writes it\: '\''x1, y1, z1; x2, y2, z2; x3, y3, z3'\''.]:matrix:' \
    '--motions[Kinds of motion, separated by commas, or all; '\''motionctl motions'\'' lists them.]:list:(all shake freeFall still orientation flip pickUp tilt twist tap doubleTap)' \
    '--sensitivity[How easily a motion is recognized\: low (0.25), medium (0.5), high (0.75), or a number from 0 to 1.]:level:(low medium high)' \
    '--window[Short for --option shake.window=<seconds>; give only one of the two.]:seconds:' \
    '*--option[Option of one kind of motion; may be repeated; '\''motionctl motions'\'' lists them.]:kind.key=value:(shake.window= shake.swings= shake.long= freeFall.duration= still.duration=)' \
    '--options-file[A file with a line MOTIOND_OPTIONS="..." of further options; the command line takes precedence.]:file:_files' \
    '--version[Show the version.]' \
    '-h[Show help information.]' \
    '--help[Show help information.]'
