# shellcheck shell=sh
# How ./siete and the other scripts set up .venv. Sourced, with $root naming the checkout; changes nothing by itself.
#
#   is_ready run|dev    whether .venv holds that set, made from these requirements, at this place, and by the Python that
#                       SIETE_PYTHON names, if it names one
#   set_up run|dev      makes it so, or ends the script with one sentence on what is missing
#   workers             prints how many tests run side by side
#
# A set counts as made only when its stamp, .venv/siete-run or .venv/siete-dev, equals its description. The
# stamp is written last, and a .venv without the right run stamp is thrown away, so nothing half done is ever used.

# shellcheck disable=SC2154  # the caller sets root
venv=$root/.venv
# Lock and log in one file. It cannot stand in .venv, which is thrown away while the lock is held.
log=$root/.venv.log
# The file behind the command that is asked for; empty when there is none.
command=$(readlink -f "$(command -v "${SIETE_PYTHON:-python3}")") || command=

# Foreign modules would defeat the locked versions; without bytecode every start would be slow.
unset PYTHONPATH PYTHONHOME PYTHONDONTWRITEBYTECODE

say() {
    printf 'siete: %s\n' "$*" >&2
}

fail() {
    say "$@"
    exit 1
}

has() {
    command -v "$1" >/dev/null 2>&1
}

# One more than there are cores: tests often wait, for a browser, a disk, a clock or a server that was killed.
workers() {
    printf '%s\n' $(($(getconf _NPROCESSORS_ONLN) + 1))
}

# What a set is made from, but for the Python.
description() {
    printf '%s\n' 'siete set-up 1' "$root"
    cat "$root/requirements/$1.txt"
}

is_made() {
    [ -x "$venv/bin/python" ] && description "$1" | cmp -s - "$venv/siete-$1"
}

# Whether $1 is the Python that .venv was made with, or a command known to lead to it: .venv/siete-python lists both.
# To ask the command itself would cost more than the rest of the launcher, and behind a shim much more.
is_known() {
    while IFS= read -r known; do
        [ "$known" = "$1" ] && return 0
    done 2>/dev/null <"$venv/siete-python"
    return 1
}

# A finished .venv is used whatever python3 is on the PATH today; only SIETE_PYTHON asks for another Python.
is_wanted() {
    [ -z "${SIETE_PYTHON-}" ] || is_known "$1"
}

is_ready() {
    is_wanted "$command" && is_made "$1"
}

set_up() {
    has cmp || fail "the command cmp is missing. Install it (on Debian: apt-get install diffutils) and try again."
    choose_python
    if ! is_wanted "$python" || ! is_made "$1"; then
        take_lock
        # Another set-up may have finished while this one waited for the lock.
        if ! is_wanted "$python" || ! is_made run; then
            make_run
        fi
        if [ "$1" != run ]; then
            is_made "$1" || make_more "$1"
        fi
        exec 9>&-
    fi
    # Where this cannot be written, the next start will ask again, and is a little slower.
    is_known "$command" || { printf '%s\n' "$command" >>"$venv/siete-python"; } 2>/dev/null || :
}

make_run() {
    say "setting up .venv with Python $version; this is done once and takes a minute or two"
    make_venv
    printf '%s\n' "$python" >"$venv/siete-python"
    # Relative, so that no path has to be spelled in an encoding that Python may read otherwise.
    for site in "$venv"/lib/python3*/site-packages; do
        printf '%s\n' ../../../../src >"$site/siete.pth"
    done
    add_set run
    compile_ahead
    say "set up"
}

# Compiles now what the first question would otherwise wait for; what fails here is compiled then, and says so.
compile_ahead() {
    [ -f "$root/src/siete/lab/compilation.py" ] || return 0
    say "compiling the solver and the simulator for this machine"
    (
        keep_compiled_code
        logged "$venv/bin/python" -P -m siete.lab.compilation solver &
        logged "$venv/bin/python" -P -m siete.lab.compilation simulator || :
        wait
    ) || :
}

make_more() {
    say "adding the $1 set to .venv"
    add_set "$1"
}

add_set() {
    description "$1" >"$venv/siete-$1.new"
    install_packages "$1"
    mv "$venv/siete-$1.new" "$venv/siete-$1"
}

# Sets $python, the plain interpreter behind whatever shim, link or virtual environment was named, and $version.
choose_python() {
    if [ -n "${SIETE_PYTHON-}" ]; then
        set -- "$SIETE_PYTHON"
    else
        set -- python3 python3.14 python3.13 python3.12 python3.11
    fi
    seen=
    for name; do
        answer=$("$name" -c '
import os, sys
base = os.path.realpath(getattr(sys, "_base_executable", "") or sys.executable)
print("%s %d.%d.%d %s" % ((sys.version_info >= (3, 11) and "new" or "old",) + sys.version_info[:3] + (base,)))
' 2>/dev/null) || continue
        version=${answer#* }
        version=${version%% *}
        python=${answer#* * }
        case $answer in
            new*) return 0 ;;
            *) seen="$seen $name is Python $version." ;;
        esac
    done
    if [ -n "${SIETE_PYTHON-}" ] && [ -z "$seen" ]; then
        fail "SIETE_PYTHON names $SIETE_PYTHON, which does not run as a Python. Correct it or unset it."
    elif [ -n "$seen" ]; then
        fail "Python 3.11 or newer is needed, and only an older one was found:$seen" \
            "Install a newer one, or set SIETE_PYTHON to the path of one."
    fi
    fail "Python 3.11 or newer is needed, and no python3 was found." \
        "Install it (on Debian: apt-get install python3 python3-venv), or set SIETE_PYTHON to the path of one."
}

# Holds the lock through file descriptor 9, which also the installers inherit. The kernel lets go of it when the
# last of them ends, however it ends, so there is no stale lock to steal; Python takes it because flock(1) is not
# everywhere.
take_lock() {
    (: >>"$log") 2>/dev/null || refuse_unwritable
    exec 9>>"$log"
    "$python" -P -c '
import fcntl, sys
try:
    fcntl.flock(0, fcntl.LOCK_EX | fcntl.LOCK_NB)
except BlockingIOError:
    print("siete: waiting for another set-up of this checkout to finish", file=sys.stderr)
    try:
        fcntl.flock(0, fcntl.LOCK_EX)
    except KeyboardInterrupt:
        sys.exit(130)
except OSError:
    pass  # A file system without locks: better to go on than to give up.
' <&9 || exit $?
}

# Says why a checkout that cannot be written cannot be used as it is either.
refuse_unwritable() {
    if is_wanted "$python" && description run | cmp -s - "$venv/siete-run"; then
        IFS= read -r made_with <"$venv/siete-python"
        fail "cannot run $made_with, which $venv was made with. Set it up with a Python that every" \
            "user may run, as a user who may write there: SIETE_PYTHON=/usr/bin/python3 $root/siete --version"
    fi
    fail "cannot write to $root, and its .venv is missing or was made from other requirements, for another Python or" \
        "at another place. Run ./siete once as a user who may write there, or take a copy of your own."
}

# Ends the script where a program runs from the .venv that would be thrown away: it would lose its files under it.
refuse_used() {
    users=$("$python" -P -c '
import glob, os, subprocess, sys
start = os.fsencode(sys.argv[1] + "/bin/python")
if os.path.isdir("/proc/self"):
    for path in glob.glob("/proc/[0-9]*/cmdline"):
        try:
            with open(path, "rb") as file:
                if file.read().split(b"\0")[0].startswith(start):
                    print(path.split("/")[2])
        except OSError:
            pass  # it has ended, or is somebody else and hidden
else:
    for line in subprocess.run(["ps", "-A", "-o", "pid=,args="], stdout=subprocess.PIPE).stdout.splitlines():
        pid, _, arguments = line.strip().partition(b" ")
        if arguments.strip().startswith(start):
            print(pid.decode())
' "$venv" 2>/dev/null | tr '\n' ' ') || users=
    [ -z "$users" ] || fail "$venv must be made anew and is in use (process ${users% }). Stop what runs from it, then try again."
}

make_venv() {
    refuse_used
    # Emptied only now that the lock is held: until then it is the log of somebody else.
    : >"$log"
    rm -rf "$venv" 2>>"$log" ||
        fail "cannot remove $venv, which is out of date. Remove it as the user who made it, then try again."
    if has uv && logged uv venv --python "$python" "$venv"; then
        return 0
    fi
    rm -rf "$venv"
    if logged "$python" -P -m venv "$venv"; then
        return 0
    fi
    # As on Debian without the package python3-venv, where the module is there and ensurepip is not.
    rm -rf "$venv"
    logged "$python" -P -m venv --without-pip "$venv" || explain "cannot make a virtual environment with $python" \
        "Its venv module may be missing (on Debian: apt-get install python3-venv)."
}

install_packages() {
    # The lock is complete, so nothing is resolved: an old pip would otherwise take the newest release of a package
    # that is also asked for with an extra, and refuse it for want of a hash.
    set -- -r "$root/requirements/$1.txt" --require-hashes --no-deps
    if has uv && logged uv pip install --python "$venv/bin/python" --compile-bytecode "$@"; then
        return 0
    fi
    set -- install --no-input --disable-pip-version-check "$@"
    if "$venv/bin/python" -P -m pip --version >/dev/null 2>&1; then
        logged "$venv/bin/python" -P -m pip "$@" && return 0
    elif "$python" -P -m pip --version >/dev/null 2>&1; then
        logged "$python" -P -m pip --python "$venv/bin/python" "$@" && return 0
    elif ! has uv; then
        fail "$python has neither ensurepip nor pip, so nothing can be installed." \
            "Install one of them (on Debian: apt-get install python3-venv) or uv, then try again."
    fi
    if grep -qi 'hash.*mismatch\|do not match the hashes' "$log"; then
        fail "a package is not the file that requirements/ was locked with, so it was refused." \
            "Try again, and mistrust your package index if it stays so; the whole story is in $log."
    fi
    explain "cannot get the packages siete needs" \
        "Check the network, or your proxy and package index settings, then try again."
}

# Runs an installer away from the caller's folder and settings that do not fit a virtual environment.
logged() (
    cd "$root" || exit
    export PIP_USER=0 PIP_RETRIES="${PIP_RETRIES:-2}"
    cache=${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}
    if ! mkdir -p "$cache" 2>/dev/null || [ ! -w "$cache" ]; then
        export PIP_NO_CACHE_DIR=1 UV_NO_CACHE=1
    fi
    "$@" >>"$log" 2>&1
)

# Fails with the installer's own last complaint between what went wrong ($1) and what to do about it ($2).
explain() {
    if grep -q 'No space left on device' "$log"; then
        fail "$1: the disk is full. Make room and try again."
    fi
    cause=$(grep -i error "$log" | tail -n 1)
    fail "$1${cause:+ ($cause)}. $2 The whole story is in $log."
}

# Numba writes what it compiled beside the source. Where it may not, it gets a folder of this user's own: it
# runs what it finds there, so a folder of that name made by somebody else is not taken.
keep_compiled_code() {
    if [ -w "$root/src/siete" ] || [ -n "${NUMBA_CACHE_DIR-}" ]; then
        return 0
    fi
    NUMBA_CACHE_DIR=${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/siete/numba
    if ! mkdir -p "$NUMBA_CACHE_DIR" 2>/dev/null || [ ! -w "$NUMBA_CACHE_DIR" ]; then
        user=$(id -u)
        NUMBA_CACHE_DIR=${TMPDIR:-/tmp}/siete-numba-$user
        mkdir -m 700 "$NUMBA_CACHE_DIR" 2>/dev/null || :
        if [ -z "$(find "$NUMBA_CACHE_DIR" -prune -type d -user "$user" -perm 700)" ]; then
            NUMBA_CACHE_DIR=$(mktemp -d)
        fi
    fi
    export NUMBA_CACHE_DIR
}
