import type { RawClient } from '../client/raw-client.ts';
import type { Difference } from './compare.ts';

/** What is checked, and what it may do to definitions on purpose. */
export interface Target {
  readonly name: string;
  /** The name under which a tool or prompt must be offered: the name itself, or what it must look like. */
  readonly nameOf: (name: string) => string | RegExp;
  /** Whether a difference is the target's business, such as a key of its own in `_meta`. */
  readonly allows: (difference: Difference) => boolean;
}

/** A target with a way to reach it in front of a fixture with these tools. */
export interface Runnable extends Target {
  readonly open: (tools: string) => Promise<RunningTarget>;
}

export interface RunningTarget {
  readonly client: RawClient;
  readonly close: () => Promise<void>;
}

/** A proxy that has no business with any field. */
export function plainProxy(name: string): Target {
  return { name, nameOf: (original) => original, allows: () => false };
}
