import type { Result } from '@toolmark/annotations';
import type { Demo } from '@toolmark/api-contract';

/** Runs the scripted demo client; one at a time. */
export interface DemoRunner {
  readonly view: () => Demo;
  /** Starts a run; if one is running already, returns its state as an error. */
  readonly start: (options?: StartOptions) => Result<Demo, Demo>;
  /** Stops a run, if there is one, and returns its state. */
  readonly stop: () => Promise<Demo>;
  readonly close: () => Promise<void>;
}

interface StartOptions {
  /** Skips the pauses that let a person follow. */
  readonly fast?: boolean;
}
