import type { Fingerprint } from '../fingerprint/fingerprint.ts';
import type { HintName, ToolClass } from '../hints.ts';

/**
 * The class and contradictions of a definition under `declared` trust, without overrides: a server can relax a tool by
 * changing words alone. Pins from older versions have neither field.
 */
export interface ToolMeaning {
  readonly class?: ToolClass;
  /** The declared hints that the definition's words contradict. */
  readonly contradicted?: readonly HintName[];
}

/** A tool's current state, to compare with a pin or to make one from. */
export interface ToolPrint extends Fingerprint, ToolMeaning {}

/** A tool's state when it was first seen or last accepted. */
export interface Pin extends ToolMeaning {
  /** The output of `hintsFingerprint`, readable so that a diff shows what changed. */
  readonly hints: string;
  /** SHA-256 of everything else in the definition, in hex. */
  readonly prose: string;
  /** ISO 8601, UTC. */
  readonly pinnedAt: string;
  /** The person who accepted this exact definition, if acceptance was required. */
  readonly accepted?: PinAcceptance;
  /**
   * The relaxing claims that a person accepted, on a server under review. They stay accepted when the tool gets
   * stricter.
   */
  readonly reviewed?: PinReview;
  /** Set if the tool appeared on a strict server after the first pin and no person has accepted it yet. */
  readonly isNew?: true;
}

/** A person's acceptance of a tool's relaxing claims. */
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
  /** The aspects that were accepted, in the terms of the program that writes the lock; no other aspect was reviewed. */
  readonly covers?: readonly string[];
}

/** The pins of one server, by tool name. */
export type ServerPins = ReadonlyMap<string, Pin>;

/**
 * The contents of `toolmark.lock`. Maps rather than objects, because a server may be called `constructor` and a tool
 * `__proto__`.
 */
export interface Lock {
  readonly servers: ReadonlyMap<string, ServerPins>;
}

export const EMPTY_LOCK: Lock = Object.freeze({ servers: new Map() });

/** The version of the format. Increase it when an older Toolmark would misread a newer file. */
export const LOCK_VERSION = 2;

/** Older formats that can be read and are written in the current one: version 1 had no reviews. */
export const OLDER_LOCK_VERSIONS: readonly number[] = [1];

/** Replaces the pins of one server; an empty map is allowed. */
export function withServerPins(lock: Lock, server: string, pins: ServerPins): Lock {
  return { servers: new Map([...lock.servers, [server, pins]]) };
}
