#include <mosquitto.h>
#include <sys/signalfd.h>
