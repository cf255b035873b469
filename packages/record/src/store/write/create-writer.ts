import type { Engine } from '../engine.ts';
import type { StoreWriter } from '../store.ts';
import { applyEntries } from './apply.ts';
import { storeDigests } from './digest.ts';
import { createInstanceStatements } from './instance-statements.ts';
import { createInstances } from './instances.ts';
import { removeInstance } from './remove-instance.ts';
import { createRetention } from './retain.ts';
import { createStatements } from './statements.ts';
import { createTitles } from './titles.ts';
import { readUndigested } from './undigested.ts';

/**
 * The writing half of the store, for any engine.
 *
 * @example
 * const writer = createStoreWriter(await openSqlite({ file: 'record.db' }));
 * await writer.apply(entries, { instance, until: undefined, isDurable: true }); // { batch: 1, events: ['{"type":"sessions.created",…'] }
 */
export function createStoreWriter(engine: Engine, now: () => number = Date.now): StoreWriter {
  const { text } = engine;
  const statements = createStatements(engine.db);
  const titles = createTitles(statements);
  const instanceStatements = createInstanceStatements(engine.db);
  const instances = createInstances(engine, instanceStatements);
  return {
    apply: async (entries, { instance, until, isDurable }) => {
      if (entries.length === 0 && until === undefined) return undefined;
      const batch = await engine.transact(async (tx) => {
        const advance = until === undefined ? [] : await instances.advance(tx, instance, until);
        if (advance === undefined) return undefined;
        const events = await applyEntries(tx, entries, { statements, titles, text, instance, now: now() });
        await tx.run(advance);
        return events;
      }, isDurable);
      if (until !== undefined) instances.advanced(instance, until);
      return batch;
    },
    undigested: (limit) => readUndigested(engine.db, limit, instances.ids()),
    digest: async (digests) =>
      digests.length === 0
        ? undefined
        : // Not durable: lost counts are counted again.
          engine.transact((tx) => storeDigests(tx, digests, { statements, text, now: now() }), false),
    register: instances.register,
    beat: instances.beat,
    instances: instances.instances,
    removeInstance: async (instance, at, reason) => {
      const burial = { instance, at, reason };
      const parts = { statements, titles, instances: instanceStatements };
      const batch = await engine.transact((tx) => removeInstance(tx, burial, parts), true);
      instances.forgotten(instance);
      return batch;
    },
    retain: createRetention(engine, statements.totals),
    maintain: engine.maintain,
    verify: engine.verify,
  };
}
