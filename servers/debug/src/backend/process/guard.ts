import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Kills the process groups that are left when its stdin ends. The kernel closes the pipe even if the server is killed
 * with SIGKILL.
 */
const SCRIPT = `
groups=' '
while read -r sign group; do
  rest=' '
  for each in $groups; do [ "$each" = "$group" ] || rest="$rest$each "; done
  groups=$rest
  [ "$sign" = + ] && groups="$groups$group "
done
for each in $groups; do kill -s KILL -- "-$each" 2>/dev/null; done
`;

let guard: ChildProcess | undefined;

/** Ends the group of a process as soon as the server is gone, however it ended. */
export const guardGroup = (child: ChildProcess): void => {
  if (child.pid === undefined || process.platform === 'win32') return;
  tell('+', child.pid);
  child.once('exit', () => unguardGroup(child));
};

/** Lets the group outlive the server. */
export const unguardGroup = ({ pid }: ChildProcess): void => {
  if (pid !== undefined && guard !== undefined) tell('-', pid);
};

const tell = (sign: '+' | '-', pid: number): void => {
  guard ??= start();
  guard.stdin?.write(`${sign} ${pid}\n`);
};

const start = (): ChildProcess => {
  // Its own session, so that Ctrl-C in a terminal does not end it before the server.
  const child = spawn('/bin/sh', ['-c', SCRIPT], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: {},
    cwd: '/',
  });
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.once('exit', () => {
    if (guard === child) guard = undefined;
  });
  child.unref();
  const { stdin } = child;
  // A child's pipe is a socket, which would keep the server alive.
  if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
  return child;
};
