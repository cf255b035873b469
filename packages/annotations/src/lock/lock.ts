/** A tool as it was when somebody, or the first sight of it, settled what it is. */
export interface Pin {
  /** As `hintsFingerprint` writes them, so that a diff shows what changed. */
  readonly hints: string;
  /** SHA-256 of everything else in the definition, in hex. */
  readonly prose: string;
  /** ISO 8601. */
  readonly pinnedAt: string;
  /** Who has looked at this very definition and let it pass, where somebody had to. */
  readonly accepted?: PinAcceptance;
}

export interface PinAcceptance {
  /** ISO 8601. */
  readonly at: string;
  readonly author: string | null;
  readonly reason: string | null;
}

/** The pins of one server, by the names it gives its tools. */
export type ServerPins = ReadonlyMap<string, Pin>;

/** What `toolmark.lock` holds. Maps, because a server may be called `constructor` and a tool `__proto__`. */
export interface Lock {
  readonly servers: ReadonlyMap<string, ServerPins>;
}

export const EMPTY_LOCK: Lock = Object.freeze({ servers: new Map() });

/** The version of the format. It changes when an older Toolmark would misread a newer file. */
export const LOCK_VERSION = 1;

/** A lock with one more pin, or another one in its place. */
export function withPin(lock: Lock, server: string, tool: string, pin: Pin): Lock {
  return withServerPins(lock, server, new Map([...(lock.servers.get(server) ?? []), [tool, pin]]));
}

/** A lock without the pin of a tool; the last one takes its server with it. */
export function withoutPin(lock: Lock, server: string, tool: string): Lock {
  const pins = lock.servers.get(server);
  if (pins === undefined || !pins.has(tool)) return lock;
  const left = new Map([...pins].filter(([name]) => name !== tool));
  if (left.size > 0) return withServerPins(lock, server, left);
  return { servers: new Map([...lock.servers].filter(([name]) => name !== server)) };
}

/** A lock in which a server has exactly these pins, be they none. */
export function withServerPins(lock: Lock, server: string, pins: ServerPins): Lock {
  return { servers: new Map([...lock.servers, [server, pins]]) };
}
