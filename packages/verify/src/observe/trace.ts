/** What a trace of system calls says. */
export interface TraceEvents {
  /** Programs that were started. */
  readonly programs: readonly string[];
  /** Addresses outside this machine that were connected to, as `address:port`. */
  readonly connections: readonly string[];
  /** Paths that could not be opened for writing, made, removed or renamed. */
  readonly deniedWrites: readonly string[];
}

/** Directories whose denied writes mean nothing: runtimes try them for their own caches. */
const OWN = /^\/(?:proc|sys|dev|usr\/lib\/python|usr\/local\/lib\/python)|__pycache__|\.pyc/;

/** Reads the lines of `strace -f -ttt`. */
export function readTrace(text: string): TraceEvents {
  const programs = new Set<string>();
  const connections = new Set<string>();
  const deniedWrites = new Set<string>();
  for (const line of text.split('\n')) {
    const program = /execve\("([^"]+)".*\) = 0$/.exec(line)?.[1];
    if (program !== undefined) programs.add(program);
    const [, port, address] =
      /connect\(.*sin6?_port=htons\((\d+)\).*?(?:inet_addr\("|inet_pton\(AF_INET6, ")([^"]+)"/.exec(line) ?? [];
    if (address !== undefined && !isLoopback(address) && port !== '0') connections.add(`${address}:${port}`);
    const path = deniedPath(line);
    if (path !== undefined && !OWN.test(path)) deniedWrites.add(path);
  }
  return { programs: [...programs], connections: [...connections], deniedWrites: [...deniedWrites] };
}

/** A path that a call tried to change and was refused. */
function deniedPath(line: string): string | undefined {
  const match = /\b(\w+)\((.*)\) = -1 (EROFS|EACCES|EPERM)\b/.exec(line);
  if (match === null) return undefined;
  const [, call = '', given = ''] = match;
  if (call === 'execve' || call === 'connect') return undefined;
  const isOpen = call === 'open' || call === 'openat';
  if (isOpen && !/O_WRONLY|O_RDWR|O_CREAT|O_TRUNC/.test(given)) return undefined;
  return /"([^"]+)"/.exec(given)?.[1];
}

function isLoopback(address: string): boolean {
  return address.startsWith('127.') || address === '::1' || address === '::ffff:127.0.0.1';
}
