import type { ToolContext } from '@toolmark/kit';
import { NextcloudError } from '../../errors.ts';

export interface BulkItem {
  readonly uid: string;
  readonly title: string;
  readonly calendar_name: string;
}

export interface BulkResult extends BulkItem {
  readonly status: 'done' | 'skipped' | 'failed' | 'not_started';
  readonly reason?: string;
}

export interface BulkOptions<Item extends BulkItem> {
  /** Returns the reason why an item was skipped. */
  readonly operate: (item: Item) => Promise<string | undefined>;
  readonly progress: ToolContext['progress'];
  readonly signal: AbortSignal;
  readonly now: () => Date;
  readonly budgetMs?: number;
}

/** Most clients time out after a minute, and would not see the results. */
const BUDGET_MS = 40_000;
const AT_ONCE = 4;

/**
 * Processes items, four at a time. A failure becomes the item's result and does not stop the others; no item is started after the
 * deadline or a cancellation.
 */
export async function runBulk<Item extends BulkItem>(
  items: readonly Item[],
  { operate, progress, signal, now, budgetMs = BUDGET_MS }: BulkOptions<Item>,
): Promise<readonly BulkResult[]> {
  const until = now().getTime() + budgetMs;
  const results: BulkResult[] = [];
  let done = 0;
  for (let from = 0; from < items.length; from += AT_ONCE) {
    signal.throwIfAborted();
    const batch = items.slice(from, from + AT_ONCE);
    const isLate = now().getTime() >= until;
    const work = batch.map(async (item) => {
      const result = isLate ? notStarted(item) : await runItem(item, operate);
      if (!isLate) await progress({ progress: ++done, total: items.length });
      return result;
    });
    results.push(...(await Promise.all(work)));
  }
  return results;
}

async function runItem<Item extends BulkItem>(item: Item, operate: BulkOptions<Item>['operate']): Promise<BulkResult> {
  try {
    const reason = await operate(item);
    return toResult(item, reason === undefined ? 'done' : 'skipped', reason);
  } catch (error) {
    // Only failures of Nextcloud concern one item; a cancellation or a bug ends the whole run.
    if (!(error instanceof NextcloudError)) throw error;
    return toResult(item, 'failed', error.message);
  }
}

const notStarted = (item: BulkItem): BulkResult =>
  toResult(item, 'not_started', 'The time for one call was up. Repeat the call for the rest.');

const toResult = (
  { uid, title, calendar_name }: BulkItem,
  status: BulkResult['status'],
  reason: string | undefined,
): BulkResult => ({ uid, title, calendar_name, status, ...(reason !== undefined && { reason }) });
