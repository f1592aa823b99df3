/* Loaded before a program: keeps beside every file a copy of what was in it when it was last synced, FILE.synced.
   What a machine that loses its power is sure to have is those copies, and nothing else. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void keep(int file) {
    char link[64], path[PATH_MAX], kept[PATH_MAX + 8], made[PATH_MAX + 16], block[1 << 16];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length <= 0) return;
    path[length] = 0;
    if (!strstr(path, "house.db") || path[0] != '/') return;
    snprintf(kept, sizeof kept, "%s.synced", path);
    snprintf(made, sizeof made, "%s.making", path);
    int out = open(made, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (out < 0) return;
    off_t at = 0;
    ssize_t count;
    while ((count = pread(file, block, sizeof block, at)) > 0) {
        if (write(out, block, count) != count) break;
        at += count;
    }
    close(out);
    rename(made, kept); /* killed half-way, the copy before this one still stands */
}

int fsync(int file) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    int result = real(file);
    if (result == 0) keep(file);
    return result;
}

int fdatasync(int file) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    int result = real(file);
    if (result == 0) keep(file);
    return result;
}
