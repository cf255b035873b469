import type { RawClient } from '../client/raw-client.ts';
import type { Difference } from './compare.ts';

/** The system under test, and its intended changes to definitions. */
export interface Target {
  readonly name: string;
  /** The expected name of an offered tool or prompt: the name itself, or a pattern. */
  readonly nameOf: (name: string) => string | RegExp;
  /** Whether a difference is intended, such as an own key in `_meta`. */
  readonly allows: (difference: Difference) => boolean;
}

/** A target that can be started in front of a fixture with these tools. */
export interface Runnable extends Target {
  readonly open: (tools: string) => Promise<RunningTarget>;
}

export interface RunningTarget {
  readonly client: RawClient;
  readonly close: () => Promise<void>;
}

/** A proxy that may change no field. */
export function plainProxy(name: string): Target {
  return { name, nameOf: (original) => original, allows: () => false };
}
