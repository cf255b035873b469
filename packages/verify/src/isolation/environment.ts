import { readFileSync } from 'node:fs';
import { isWithin } from './mount-points.ts';

/** Variables that lead to sockets, agents and sessions of this machine. */
const LEADS_OUT =
  /^(?:SSH_AUTH_SOCK|SSH_AGENT_PID|GPG_AGENT_INFO|DBUS_.*|DOCKER_HOST|CONTAINER_HOST|XDG_RUNTIME_DIR|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|KRB5CCNAME|NOTIFY_SOCKET|LISTEN_.*)$/;

/** The variables to remove from a confined server's environment. */
export function variablesToUnset(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.keys(env).filter((name) => LEADS_OUT.test(name));
}

/** Keeps runtimes from writing caches, which would look like changes that a tool made. */
export const QUIET_ENVIRONMENT: Readonly<Record<string, string>> = {
  PYTHONDONTWRITEBYTECODE: '1',
  NODE_COMPILE_CACHE: '',
  GIT_OPTIONAL_LOCKS: '0',
  NPM_CONFIG_UPDATE_NOTIFIER: 'false',
};

/**
 * The path-name sockets that somebody listens on. A connection passes a read-only bind and an empty network namespace,
 * so Docker, D-Bus and databases would answer.
 */
export function listeningSockets(): readonly string[] {
  return parseSockets(readFileSync('/proc/net/unix', 'utf8')).filter((path) => !isWithin(path, '/run'));
}

/** Bit of the flags in `/proc/net/unix`: the socket accepts connections. */
const ACCEPTS = 0x10000;

export function parseSockets(table: string): readonly string[] {
  const paths = table.split('\n').flatMap((line) => {
    const [, , , flags = '', , , , ...path] = line.trim().split(/\s+/);
    return (Number.parseInt(flags, 16) & ACCEPTS) !== 0 ? [path.join(' ')] : [];
  });
  return [...new Set(paths.filter((path) => path.startsWith('/')))];
}
