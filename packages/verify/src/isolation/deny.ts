import type { CommandTarget } from '@toolmark/reach';
import { listeningSockets, QUIET_ENVIRONMENT, variablesToUnset } from './environment.ts';
import { directoriesOf, findProgram } from './host.ts';
import { isWithin } from './mount-points.ts';
import type { Cell } from './sandbox.ts';

/** Directories of which a confined server gets an empty one of its own. */
const TEMPORARY = ['/tmp', '/run'];

/** Opens a cell in which writes and the network fail; a write that is tried comes back as EROFS or EPERM. */
export function openDeny(target: CommandTarget, env: Readonly<Record<string, string | undefined>> = process.env): Cell {
  const command = process.platform === 'darwin' ? seatbelt(target) : readOnlyView(target, env);
  return {
    rung: 'deny',
    channels: { files: 'denied', network: 'denied', processes: 'none' },
    target: { ...target, ...command, env: { ...target.env, ...QUIET_ENVIRONMENT } },
    layers: () => [],
    isThere: () => false,
    log: () => '',
    close: () => Promise.resolve(),
  };
}

type Wrapped = Pick<CommandTarget, 'command' | 'args'>;

function readOnlyView(target: CommandTarget, env: Readonly<Record<string, string | undefined>>): Wrapped {
  const needed = directoriesOf(target).filter((path) => TEMPORARY.some((directory) => isWithin(path, directory)));
  const isHidden = (path: string): boolean =>
    TEMPORARY.some((directory) => isWithin(path, directory)) && !needed.some((directory) => isWithin(path, directory));
  const sockets = listeningSockets().filter((path) => !isHidden(path));
  return {
    command: findProgram('bwrap', env) ?? 'bwrap',
    args: [
      '--unshare-user',
      '--cap-drop',
      'ALL',
      '--disable-userns',
      '--unshare-net',
      '--unshare-pid',
      '--unshare-ipc',
      '--unshare-uts',
      '--die-with-parent',
      '--ro-bind',
      '/',
      '/',
      '--dev',
      '/dev',
      '--proc',
      '/proc',
      ...TEMPORARY.flatMap((directory) => ['--tmpfs', directory]),
      // The server itself may be installed below a temporary directory.
      ...needed.flatMap((directory) => ['--ro-bind', directory, directory]),
      ...sockets.flatMap((socket) => ['--ro-bind-try', '/dev/null', socket]),
      ...variablesToUnset({ ...env, ...target.env }).flatMap((name) => ['--unsetenv', name]),
      ...['--chdir', target.cwd ?? process.cwd()],
      '--',
      target.command,
      ...(target.args ?? []),
    ],
  };
}

/** macOS: deprecated, but present on every version. Writes are allowed to devices only. */
function seatbelt({ command, args = [] }: CommandTarget): Wrapped {
  const profile = [
    '(version 1)',
    '(allow default)',
    '(deny network*)',
    '(deny file-write*)',
    '(allow file-write* (subpath "/dev"))',
  ].join('');
  return { command: '/usr/bin/sandbox-exec', args: ['-p', profile, command, ...args] };
}
