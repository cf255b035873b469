import type { PartialHints } from '@toolmark/annotations';
import type { JsonObject } from '@toolmark/base';
import type { Channels, Rung } from '../isolation/sandbox.ts';
import type { Change } from '../meaning/interpret.ts';

/** One call that led to another state, with its arguments: enough to do it again. */
export interface Step {
  readonly call: string;
  readonly arguments: JsonObject;
}

/** How a call ended. `failed in words`: its result says that something went wrong, without `isError`. */
export type Outcome = 'answered' | 'failed' | 'failed in words' | 'no answer';

/** One effective or failed call of a tool, and what was seen around it. */
export interface Exercise {
  readonly step: Step;
  /** The calls made before it in this sandbox, because it needs what they made. */
  readonly before: readonly Step[];
  readonly outcome: Outcome;
  /** The sandbox's own limits made it fail, such as EROFS or a missing network. */
  readonly isBlocked: boolean;
  /** Between the state before the call and the one after it. */
  readonly changes: readonly Change[];
  /** Between the state after the call and the one after the same call again; missing where it was made once. */
  readonly repeated: readonly Change[] | undefined;
  /** The names and addresses that were contacted. */
  readonly contacts: readonly string[];
  /** Files that it tried to change and could not. */
  readonly attempts: readonly string[];
  /** Notifications of changed resources and lists. */
  readonly notices: readonly string[];
  /** Reading tools and resources whose answer differed after the call, and after its repetition. */
  readonly answers: {
    readonly asked: number;
    readonly changed: readonly string[];
    readonly changedAgain: readonly string[];
  };
}

/** All that was seen of one tool. */
export interface ToolObservation {
  readonly tool: string;
  readonly declared: PartialHints;
  /** Whether the tool's own words say that it changes something. */
  readonly saysItWrites: boolean;
  readonly rung: Rung;
  readonly channels: Channels;
  /** Calls in a sandbox that was used for other tools too: enough for a suspicion, not for an accusation. */
  readonly shared: readonly Exercise[];
  /** Calls in sandboxes of their own, without probes. */
  readonly isolated: readonly Exercise[];
}
