import type { Result } from '@toolmark/annotations';
import type { Demo } from '@toolmark/api-contract';

/** The scripted client: at most one at a time. */
export interface DemoShow {
  readonly view: () => Demo;
  /** Begins; an error with what runs already where one does. */
  readonly start: (options?: StartOptions) => Result<Demo, Demo>;
  /** Ends it, if it runs, and says how far it got. */
  readonly stop: () => Promise<Demo>;
  readonly close: () => Promise<void>;
}

interface StartOptions {
  /** Without the pauses that let a person follow. */
  readonly fast?: boolean;
}
