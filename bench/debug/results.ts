import type { Row } from './measure/rounds.ts';
import type { StartRow } from './measure/starts.ts';
import type { Plan } from './plan.ts';

/** The results of one run. */
export interface Results {
  readonly environment: {
    readonly node: string;
    readonly processors: { readonly count: number; readonly model: string };
    /** The load average before and after. */
    readonly load: readonly number[];
    readonly date: string;
  };
  readonly plan: Plan;
  readonly starts: readonly StartRow[];
  readonly rows: readonly Row[];
  /** Programs and targets that could not run, with the reason. */
  readonly missing: readonly string[];
}
