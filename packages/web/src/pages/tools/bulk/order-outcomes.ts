import type { OverrideAnswer, Tool } from '@toolmark/api-contract';
import { toolKey } from '../../../tools/tool-address.ts';
import type { Outcome } from './run-each.ts';

export interface OutcomeRow<T> {
  readonly tool: Tool;
  /** `undefined` until known. */
  readonly outcome: Outcome<T> | undefined;
}

/** Sorts outcomes: failures first, then relaxed hints, then other changes, then the rest. */
export function orderOutcomes(
  tools: readonly Tool[],
  outcomes: ReadonlyMap<string, Outcome<OverrideAnswer>>,
): readonly OutcomeRow<OverrideAnswer>[] {
  const rows = tools.map((tool) => ({ tool, outcome: outcomes.get(toolKey(tool)) }));
  return rows.toSorted((a, b) => rankOf(a.outcome) - rankOf(b.outcome));
}

function rankOf(outcome: Outcome<OverrideAnswer> | undefined): number {
  if (outcome === undefined) return 4;
  if (outcome.kind === 'failed') return 0;
  const { relaxed_tools: relaxed, affected_tools: affected } = outcome.value;
  return relaxed > 0 ? 1 : affected > 0 ? 2 : 3;
}
