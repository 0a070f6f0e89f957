complete -c motiond -f
complete -c motiond -l source -d 'An accelerometer (auto, iio:NAME, or input or input:NAME for a controller or a drive guard) or a recording (a file, or - for standard input).' -r -F
complete -c motiond -l bus -d 'The bus of the clients.' -x -a 'system session none'
complete -c motiond -l wait -d 'With --bus none: wait for an accelerometer if there is none.'
complete -c motiond -l print -d 'Print events in this format (default: text with --bus none, otherwise nothing).' -x -a 'text json'
complete -c motiond -l scheduling -d 'fifo: readings in real time, and memory that is never paged out.' -x -a 'default fifo'
complete -c motiond -l chip-events -d 'Take motions from the sensor\'s chip where it recognizes them by itself; or from readings alone.'
complete -c motiond -l no-chip-events -d 'Take motions from the sensor\'s chip where it recognizes them by itself; or from readings alone.'
complete -c motiond -l capture -d 'Keep the readings of the last 30 s in memory, for motionctl capture; or keep none.'
complete -c motiond -l no-capture -d 'Keep the readings of the last 30 s in memory, for motionctl capture; or keep none.'
complete -c motiond -l stats -d 'Write statistics of the readings at the end.'
complete -c motiond -l rate -d 'Sampling frequency; the device uses the next higher one that it supports.' -x
complete -c motiond -l sampling -d 'prompt: deliver each reading at once. thrifty: deliver readings up to 40 ms late, with a quarter of the wake-ups, and fewer while the device rests.' -x -a 'prompt thrifty'
complete -c motiond -l mount-matrix -d 'The sensor\'s orientation in the device, as the kernel writes it: \'x1, y1, z1; x2, y2, z2; x3, y3, z3\'.' -x
complete -c motiond -l motions -d 'Kinds of motion, separated by commas, or all; \'motionctl motions\' lists them.' -x -a 'all shake freeFall still orientation flip pickUp tilt twist tap doubleTap'
complete -c motiond -l sensitivity -d 'How easily a motion is recognized: low (0.25), medium (0.5), high (0.75), or a number from 0 to 1.' -x -a 'low medium high'
complete -c motiond -l window -d 'Short for --option shake.window=<seconds>; give only one of the two.' -x
complete -c motiond -l option -d 'Option of one kind of motion; may be repeated; \'motionctl motions\' lists them.' -x -a 'shake.window= shake.swings= shake.long= freeFall.duration= still.duration='
complete -c motiond -l options-file -d 'A file with a line MOTIOND_OPTIONS="..." of further options; the command line takes precedence.' -r -F
complete -c motiond -l version -d 'Show the version.'
complete -c motiond -s h -l help -d 'Show help information.'
