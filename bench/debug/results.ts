import type { Row } from './measure/rounds.ts';
import type { StartRow } from './measure/starts.ts';
import type { Plan } from './plan.ts';

/** Everything one run found out. */
export interface Results {
  readonly environment: {
    readonly node: string;
    readonly processors: { readonly count: number; readonly model: string };
    /** Before, and after. */
    readonly load: readonly number[];
    readonly date: string;
  };
  readonly plan: Plan;
  readonly starts: readonly StartRow[];
  readonly rows: readonly Row[];
  /** What could not be run at all, and why. */
  readonly missing: readonly string[];
}
