import { shellWord } from '@toolmark/base';

/** Where the sandbox keeps layers and logs: a tmpfs that disappears with the namespace. */
export const STATE = '/mnt';

export interface LauncherPlan {
  /** A directory outside, for the pid of the sandbox. */
  readonly control: string;
  readonly uid: number;
  readonly gid: number;
  /** Directories that get a layer of their own. */
  readonly overlays: readonly string[];
  /** Sockets of this machine that a read-only view would still reach. */
  readonly sockets: readonly string[];
  /** Directories replaced by an empty one. */
  readonly hidden: readonly string[];
  /** Environment variables that name sockets and sessions of this machine. */
  readonly unset: readonly string[];
  readonly cwd: string;
  /** The command of the program that answers in place of the network; without it there is only an unusable loopback. */
  readonly capture: readonly string[] | undefined;
  readonly isTraced: boolean;
  readonly command: readonly string[];
}

/** The calls that show a program being started, a connection, and an attempt to change a file. */
const TRACED =
  'connect,sendto,sendmsg,sendmmsg,execve,open,openat,creat,unlink,unlinkat,rename,renameat,renameat2,mkdir,mkdirat,truncate,chmod,fchmodat,symlink,symlinkat,link,linkat';

/**
 * Without its own user namespace bubblewrap would keep root's capabilities, and `umount` or `remount` would uncover the
 * machine's files.
 */
const CONFINED = [
  '--unshare-user',
  '--cap-drop ALL',
  '--disable-userns',
  '--unshare-pid',
  '--unshare-ipc',
  '--unshare-uts',
  '--die-with-parent',
];

/**
 * A shell script that builds the sandbox in new namespaces and runs the server in it. It is run by `NAMESPACES`, so
 * that everything in it ends with the process that started it.
 */
export function launcherScript(plan: LauncherPlan): string {
  const { control, overlays, capture, isTraced, command, cwd, uid, gid } = plan;
  const words = (list: readonly string[]): string => list.map(shellWord).join(' ');
  return [
    'set -eu',
    'status=0',
    // /proc still belongs to the outer pid namespace here, so this is the pid that the outside knows.
    'read -r pid rest < /proc/self/stat',
    // bubblewrap looks its own processes up in /proc, so from here on it must be the one of this pid namespace.
    'mount -t proc proc /proc',
    ...(capture === undefined ? [] : NETWORK),
    `mount -t tmpfs -o mode=755,size=2g tmpfs ${STATE}`,
    `mkdir ${['log', 'u', 'w', 'm'].map((name) => `${STATE}/${name}`).join(' ')}`,
    `: > ${STATE}/log/network; : > ${STATE}/log/trace; : > ${STATE}/log/layers`,
    'set --',
    ...overlays.map((directory, index) => mountOverlay(directory, index)),
    ...plan.hidden.map(
      (directory) => `[ ! -d ${shellWord(directory)} ] || set -- "$@" --tmpfs ${shellWord(directory)}`,
    ),
    ...plan.sockets.map(
      (socket) => `[ ! -e ${shellWord(socket)} ] || set -- "$@" --ro-bind /dev/null ${shellWord(socket)}`,
    ),
    ...(capture === undefined ? [] : [startCapture(words(capture))]),
    ...plan.unset.map((name) => `unset ${name} || true`),
    `echo "$pid" > ${shellWord(control)}/pid`,
    [
      // Traced from outside the sandbox: the server can neither reach the log nor the tracer.
      ...(isTraced ? [`strace -f -q --seccomp-bpf -ttt -s 120 -o ${STATE}/log/trace -e trace=${TRACED}`] : []),
      'bwrap',
      ...CONFINED,
      `--uid ${uid} --gid ${gid}`,
      '--ro-bind / /',
      '--dev /dev --proc /proc --tmpfs /run',
      `--tmpfs ${STATE}`,
      '"$@"',
      `--chdir ${shellWord(cwd)}`,
      '--',
      words(command),
      // The shell stays the first process: strace would wait for the capture, and the layers disappear with it.
      '|| status=$?',
    ].join(' '),
    `sleep ${LINGER_SECONDS}`,
    'exit $status',
  ].join('\n');
}

/** Leaves time to read what the server wrote while it ended. */
const LINGER_SECONDS = 0.3;

/** Every address becomes local, so that a contact is accepted and named instead of failing. */
const NETWORK = [
  'ip link set lo up',
  'ip route add local default dev lo',
  'ip -6 route add local default dev lo 2>/dev/null || true',
];

/** A directory that cannot be a layer stays read-only, and its number is missing in the list of layers. */
function mountOverlay(directory: string, index: number): string {
  const quoted = shellWord(directory);
  const [upper, work, merged] = ['u', 'w', 'm'].map((name) => `${STATE}/${name}/${index}`);
  const options = `lowerdir=${directory.replace(/[\\:,]/g, '\\$&')},upperdir=${upper},workdir=${work},userxattr`;
  return [
    `mkdir ${upper} ${work} ${merged}`,
    // The root of an overlay has the mode of its upper directory.
    `chmod "$(stat -c %a ${quoted})" ${upper}`,
    `if mount -t overlay toolmark -o ${shellWord(options)} ${merged} 2>>${STATE}/log/mount`,
    `then echo ${index} >> ${STATE}/log/layers; set -- "$@" --bind ${merged} ${quoted}`,
    'fi',
  ].join('\n');
}

function startCapture(command: string): string {
  return [
    `echo 'nameserver 127.0.0.1' > ${STATE}/resolv.conf`,
    `set -- "$@" --ro-bind ${STATE}/resolv.conf /etc/resolv.conf`,
    `${command} ${STATE}/log/network < /dev/null > /dev/null 2>> ${STATE}/log/capture &`,
    // It writes its first line when it listens.
    'tries=0',
    `while [ ! -s ${STATE}/log/network ] && [ "$tries" -lt 250 ]; do tries=$((tries + 1)); sleep 0.02; done`,
  ].join('\n');
}

/** New namespaces that end with the process that asked for them: without `--kill-child` helpers survive a SIGKILL. */
export const NAMESPACES: readonly string[] = [
  '--user',
  '--map-root-user',
  '--mount',
  '--net',
  '--pid',
  '--fork',
  '--kill-child',
];
