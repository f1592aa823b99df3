/* Loaded before a program: logs in their order what it writes to files of a house, when it syncs them, and what it
   prints. From the log a test makes the files that a machine may find after losing its power at any moment.
   A record: kind (W write, T truncate, S sync, A printed), length of the path, offset, length of the data (each eight
   bytes), then path and data. The log itself is named by SIETE_WRITE_LOG. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static int (*real_truncate)(int, off_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int out = -1;

static void __attribute__((constructor)) begin(void) {
    real_write = dlsym(RTLD_NEXT, "write");
    real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
    real_truncate = dlsym(RTLD_NEXT, "ftruncate64");
    real_fsync = dlsym(RTLD_NEXT, "fsync");
    real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
    const char *name = getenv("SIETE_WRITE_LOG");
    if (name) out = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

/* The path of a file of the house that survives a loss of power; 0 for others. */
static int path_of(int file, char *path) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    const char *name = strrchr(path, '/');
    return name && (!strcmp(name, "/house.db") || !strcmp(name, "/house.db-wal"));
}

static void record(char kind, const char *path, off_t at, const void *data, size_t size) {
    long long head[4] = {kind, (long long)strlen(path), at, (long long)size};
    struct iovec parts[3] = {{head, sizeof head}, {(void *)path, strlen(path)}, {(void *)data, size}};
    if (out >= 0 && writev(out, parts, 3) < 0) _exit(70);
}

static ssize_t put(int file, const void *data, size_t size, off_t at) {
    char path[PATH_MAX];
    if (!path_of(file, path)) return real_pwrite(file, data, size, at);
    pthread_mutex_lock(&turn);
    ssize_t done = real_pwrite(file, data, size, at);
    if (done > 0) record('W', path, at, data, (size_t)done);
    pthread_mutex_unlock(&turn);
    return done;
}

ssize_t pwrite(int file, const void *data, size_t size, off_t at) { return put(file, data, size, at); }
ssize_t pwrite64(int file, const void *data, size_t size, off_t at) { return put(file, data, size, at); }

ssize_t write(int file, const void *data, size_t size) {
    if (file != 1) return real_write(file, data, size);
    pthread_mutex_lock(&turn); /* in the log before anybody can read it: an answer counts from here on */
    record('A', "", 0, data, size);
    pthread_mutex_unlock(&turn);
    return real_write(file, data, size);
}

static int cut(int file, off_t size) {
    char path[PATH_MAX];
    if (!path_of(file, path)) return real_truncate(file, size);
    pthread_mutex_lock(&turn);
    int result = real_truncate(file, size);
    if (!result) record('T', path, size, "", 0);
    pthread_mutex_unlock(&turn);
    return result;
}

int ftruncate(int file, off_t size) { return cut(file, size); }
int ftruncate64(int file, off_t size) { return cut(file, size); }

static int sync_with(int (*real)(int), int file) {
    char path[PATH_MAX];
    if (!path_of(file, path)) return real(file);
    pthread_mutex_lock(&turn);
    int result = real(file);
    if (!result) record('S', path, 0, "", 0);
    pthread_mutex_unlock(&turn);
    return result;
}

int fsync(int file) { return sync_with(real_fsync, file); }
int fdatasync(int file) { return sync_with(real_fdatasync, file); }
