import type { Fingerprint } from '../fingerprint/fingerprint.ts';
import type { HintName, ToolClass } from '../hints.ts';

/**
 * What a definition amounts to under `declared` trust and without overrides: a server can relax its tool by editing words alone.
 * Lines that an older Toolmark wrote have neither field.
 */
export interface ToolMeaning {
  readonly class?: ToolClass;
  /** The declared hints that its words speak against. */
  readonly contradicted?: readonly HintName[];
}

/** A tool as it is now, for a pin to be held against or made of. */
export interface ToolPrint extends Fingerprint, ToolMeaning {}

/** A tool as it was when somebody, or the first sight of it, settled what it is. */
export interface Pin extends ToolMeaning {
  /** As `hintsFingerprint` writes them, so that a diff shows what changed. */
  readonly hints: string;
  /** SHA-256 of everything else in the definition, in hex. */
  readonly prose: string;
  /** ISO 8601, UTC. */
  readonly pinnedAt: string;
  /** Who has looked at this very definition and let it pass, where somebody had to. */
  readonly accepted?: PinAcceptance;
  /** The claims that a person has accepted, on a server whose claims are reviewed. They stay accepted when the tool gets stricter. */
  readonly reviewed?: PinReview;
  /** It appeared on a strict server whose other tools were known, and no person has accepted it yet. */
  readonly isNew?: true;
}

/** Whose decision it is that relaxing claims of a tool count. */
export interface PinReview {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly author: string | null;
  readonly claims: readonly HintName[];
}

export interface PinAcceptance {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly author: string | null;
  readonly reason: string | null;
  /** What was let pass, in the words of whoever writes the lock: anything else about the tool was not looked at. */
  readonly covers?: readonly string[];
}

/** The pins of one server, by the names it gives its tools. */
export type ServerPins = ReadonlyMap<string, Pin>;

/** What `toolmark.lock` holds. Maps, because a server may be called `constructor` and a tool `__proto__`. */
export interface Lock {
  readonly servers: ReadonlyMap<string, ServerPins>;
}

export const EMPTY_LOCK: Lock = Object.freeze({ servers: new Map() });

/** The version of the format. It changes when an older Toolmark would misread a newer file. */
export const LOCK_VERSION = 2;

/** Older formats, which are read and written anew in this one: version 1 had no reviews. */
export const OLDER_LOCK_VERSIONS: readonly number[] = [1];

/** A lock in which a server has exactly these pins, be they none. */
export function withServerPins(lock: Lock, server: string, pins: ServerPins): Lock {
  return { servers: new Map([...lock.servers, [server, pins]]) };
}
