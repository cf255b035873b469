import type { CallResults } from './measure/calls.ts';
import type { ListResults } from './measure/lists.ts';
import type { MemoryResults } from './measure/memory.ts';
import type { StartResults } from './measure/starts.ts';
import type { Plan } from './plan.ts';

/** The results of one run; `--json` writes these, and the verdicts on the goals. */
export interface Results {
  readonly environment: {
    readonly node: string;
    readonly processors: { readonly count: number; readonly model: string };
    readonly load: readonly number[];
    readonly date: string;
  };
  readonly plan: Plan;
  readonly calls: { readonly stdio: CallResults; readonly http: CallResults };
  readonly starts: StartResults;
  readonly lists: readonly ListResults[];
  readonly memory: MemoryResults;
}
