// SPDX-License-Identifier: Apache-2.0

/* The guest's first process: runs commands for the host over one virtio-serial port.
 *
 *   agent PORT
 *
 * Both ways go frames: a header, then `length` bytes. `process` is a number the host chose.
 *
 *   from the host   S start: the argument vector, each argument with its NUL
 *                   I input for the process         C close its input
 *                   K a signal, as a 32-bit number; SIGKILL hits its whole process group
 *   from the guest  H here I am                     P process id, 32 bits
 *                   O standard output               E standard error
 *                   X exit status, 32 bits, or minus the signal; behind the last O and E
 *
 * `time_ns` of what the guest sends is its CLOCK_MONOTONIC. If anything is wrong with the port the
 * agent ends, the kernel panics, and QEMU with it: the host sees the connection close.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct header {
  uint32_t kind, process, length;
  uint64_t time_ns;
} __attribute__((packed));

/* A process that was started and whose exit was not yet reported. The descriptors are -1 once closed. */
struct process {
  uint32_t number;
  pid_t pid;
  int input, output, error, has_exited;
  int32_t status;
};
enum { MOST_PROCESSES = 256, MOST_ARGUMENTS = 64, CHUNK = 65536 };
static struct process processes[MOST_PROCESSES];
static int count, port;

static void fail(const char *what)
{
  fprintf(stderr, "agent: %s: %s\n", what, strerror(errno));
  exit(1);
}

static void read_whole(void *bytes, size_t size)
{
  for (char *at = bytes; size > 0;) {
    ssize_t n = read(port, at, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) fail("read from the port");
    at += n;
    size -= n;
  }
}

static void write_whole(const void *bytes, size_t size)
{
  for (const char *at = bytes; size > 0;) {
    ssize_t n = write(port, at, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) fail("write to the port");
    at += n;
    size -= n;
  }
}

static void report(char kind, uint32_t process, const void *bytes, uint32_t length)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  struct header header = {kind, process, length, now.tv_sec * 1000000000ULL + now.tv_nsec};
  write_whole(&header, sizeof header);
  write_whole(bytes, length);
}

static void become(char *arguments, uint32_t length, int input, int output, int error)
{
  char *vector[MOST_ARGUMENTS + 1];
  int n = 0;
  for (char *at = arguments; at < arguments + length && n < MOST_ARGUMENTS; at += strlen(at) + 1)
    vector[n++] = at;
  vector[n] = NULL;
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGPIPE, SIG_DFL);
  setpgid(0, 0);
  dup2(input, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(error, STDERR_FILENO);
  execvp(vector[0], vector);
  fprintf(stderr, "agent: cannot start %s: %s\n", vector[0], strerror(errno));
  _exit(127);
}

static void start(uint32_t number, char *arguments, uint32_t length)
{
  int input[2], output[2], error[2];
  if (count == MOST_PROCESSES) { errno = EAGAIN; fail("start"); }
  if (pipe2(input, O_CLOEXEC) || pipe2(output, O_CLOEXEC) || pipe2(error, O_CLOEXEC)) fail("pipe");
  pid_t pid = fork();
  if (pid < 0) fail("fork");
  if (pid == 0) become(arguments, length, input[0], output[1], error[1]);
  close(input[0]);
  close(output[1]);
  close(error[1]);
  processes[count++] = (struct process){number, pid, input[1], output[0], error[0], 0, 0};
  report('P', number, &pid, sizeof pid);
}

static void close_input(struct process *process)
{
  if (process->input >= 0) close(process->input);
  process->input = -1;
}

/* A process that does not read its input blocks everybody: the tests give input to none such. */
static void give_input(struct process *process, const char *bytes, uint32_t length)
{
  while (process->input >= 0 && length > 0) {
    ssize_t n = write(process->input, bytes, length);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) { close_input(process); return; }
    bytes += n;
    length -= n;
  }
}

static void send_signal(struct process *process, int32_t number)
{
  if (!process->has_exited) kill(number == SIGKILL ? -process->pid : process->pid, number);
}

static struct process *find(uint32_t number)
{
  for (int i = 0; i < count; i++)
    if (processes[i].number == number) return &processes[i];
  return NULL;
}

static void take_frame(void)
{
  struct header header;
  read_whole(&header, sizeof header);
  char *bytes = malloc(header.length + 1);
  if (!bytes) fail("frame");
  read_whole(bytes, header.length);
  bytes[header.length] = 0;
  struct process *process = find(header.process);
  int32_t number = 0;
  switch (header.kind) {
  case 'S': start(header.process, bytes, header.length); break;
  /* For a process that is gone: the host could not know yet. */
  case 'I': if (process) give_input(process, bytes, header.length); break;
  case 'C': if (process) close_input(process); break;
  case 'K':
    memcpy(&number, bytes, sizeof number);
    if (process) send_signal(process, number);
    break;
  default: errno = EPROTO; fail("frame");
  }
  free(bytes);
}

/* Passes on what is there; at the end closes. */
static void pass_on(char kind, struct process *process, int *fd)
{
  static char bytes[CHUNK];
  ssize_t n = read(*fd, bytes, sizeof bytes);
  if (n > 0) { report(kind, process->number, bytes, n); return; }
  if (n < 0 && errno == EINTR) return;
  close(*fd);
  *fd = -1;
}

/* The agent is the first process, so that orphans come to it as well: they are reaped unseen. */
static void reap(void)
{
  int status;
  pid_t pid;
  while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
    for (int i = 0; i < count; i++) {
      if (processes[i].pid != pid || processes[i].has_exited) continue;
      processes[i].has_exited = 1;
      processes[i].status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    }
}

static void tell_exits(void)
{
  for (int i = count - 1; i >= 0; i--) {
    struct process *process = &processes[i];
    if (!process->has_exited || process->output >= 0 || process->error >= 0) continue;
    report('X', process->number, &process->status, sizeof process->status);
    close_input(process);
    processes[i] = processes[--count];
  }
}

int main(int argc, char **argv)
{
  if (argc != 2) return 64;
  port = open(argv[1], O_RDWR | O_CLOEXEC);
  if (port < 0) fail(argv[1]);
  signal(SIGPIPE, SIG_IGN);
  sigset_t children;
  sigemptyset(&children);
  sigaddset(&children, SIGCHLD);
  sigprocmask(SIG_BLOCK, &children, NULL);
  int exits = signalfd(-1, &children, SFD_CLOEXEC);
  if (exits < 0) fail("signalfd");
  report('H', 0, "", 0);
  for (;;) {
    /* poll skips descriptors of -1. Slots 2 and 3 are the first process's. */
    struct pollfd fds[2 + 2 * MOST_PROCESSES] = {{port, POLLIN, 0}, {exits, POLLIN, 0}};
    int polled = count;
    for (int i = 0; i < polled; i++) {
      fds[2 + 2 * i] = (struct pollfd){processes[i].output, POLLIN, 0};
      fds[3 + 2 * i] = (struct pollfd){processes[i].error, POLLIN, 0};
    }
    if (poll(fds, 2 + 2 * polled, -1) < 0) fail("poll");
    for (int i = 0; i < polled; i++) {
      if (fds[2 + 2 * i].revents) pass_on('O', &processes[i], &processes[i].output);
      if (fds[3 + 2 * i].revents) pass_on('E', &processes[i], &processes[i].error);
    }
    struct signalfd_siginfo info;
    if (fds[1].revents && read(exits, &info, sizeof info) > 0) reap();
    tell_exits();
    if (fds[0].revents) take_frame();
  }
}
