import type { Engine } from '../engine.ts';
import type { StoreReader } from '../store.ts';

export function createSize({ db, size }: Engine): StoreReader['size'] {
  return async () => {
    const calls = await db
      .selectFrom('call_totals_by_day')
      .select(({ fn }) => fn.sum('calls').as('calls'))
      .executeTakeFirst();
    const sessions = await db
      .selectFrom('sessions')
      .select(({ fn }) => fn.countAll().as('sessions'))
      .executeTakeFirst();
    return { bytes: await size(), calls: Number(calls?.calls ?? 0), sessions: Number(sessions?.sessions ?? 0) };
  };
}
