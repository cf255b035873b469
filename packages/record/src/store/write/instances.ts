import type { Engine, Statement, Transaction } from '../engine.ts';
import type { InstancesTable } from '../schema.ts';
import type { Instance, JournalPosition, StoreWriter } from '../store.ts';
import type { InstanceStatements } from './instance-statements.ts';

/** As many as keys support: see `record/sequence.ts`. */
const SLOTS = 8;

/** The registered instances and their journal positions. */
export interface Instances extends Pick<StoreWriter, 'register' | 'beat' | 'instances'> {
  /**
   * Returns the statement that stores the position; `undefined` if the batch was applied before or the instance is
   * unknown.
   */
  readonly advance: (
    tx: Transaction,
    instance: string,
    until: JournalPosition,
  ) => Promise<readonly Statement[] | undefined>;
  readonly advanced: (instance: string, until: JournalPosition) => void;
  /** Instances registered here that are alive. */
  readonly ids: () => readonly string[];
  readonly forgotten: (instance: string) => void;
}

export function createInstances(engine: Engine, statements: InstanceStatements): Instances {
  // Instances registered here. If another gateway wrongly deletes one, it is inserted again.
  const ours = new Map<string, InstancesTable>();
  return {
    register: async ({ id, pid, host, at }) => {
      const row = await engine.transact(async (tx) => {
        const [others = []] = await tx.read([statements.all({})]);
        const known = others.find((other) => other.id === id);
        const slot = known?.slot ?? freeSlot(others);
        const journal = { journal_file: known?.journal_file ?? 0, journal_offset: known?.journal_offset ?? 0 };
        const created = { id, pid, host, slot, started_at: known?.started_at ?? at, seen_at: at, ...journal };
        await tx.run([statements.put(created)]);
        return created;
      }, true);
      ours.set(id, row);
      return toInstance(row);
    },
    beat: async (id, at) => {
      const own = ours.get(id);
      const statement =
        own === undefined ? statements.see({ id, seen_at: at }) : statements.put({ ...own, seen_at: at });
      await engine.transact((tx) => tx.run([statement]), false);
    },
    instances: async () => {
      const rows = await engine.db.selectFrom('instances').selectAll().orderBy('started_at').orderBy('id').execute();
      return rows.map(toInstance);
    },
    ids: () => [...ours.keys()],
    advance: async (tx, id, until) => {
      const [[row] = []] = await tx.read([statements.byId({ id })]);
      if (row !== undefined && !isAfter(until, toPosition(row))) return undefined;
      const own = ours.get(id);
      // Another gateway has closed it meanwhile and cleaned up.
      if (row === undefined && own === undefined) return undefined;
      return [
        ...(row === undefined && own !== undefined ? [statements.put(own)] : []),
        statements.journal({ id, journal_file: until.file, journal_offset: until.offset }),
      ];
    },
    advanced: (id, until) => {
      const own = ours.get(id);
      if (own !== undefined) ours.set(id, { ...own, journal_file: until.file, journal_offset: until.offset });
    },
    forgotten: (id) => {
      ours.delete(id);
    },
  };
}

/** The lowest free slot; if all are taken, the lowest of the least shared. */
function freeSlot(others: readonly InstancesTable[]): number {
  const holders = Array.from({ length: SLOTS }, (_, slot) => others.filter((other) => other.slot === slot).length);
  return holders.indexOf(Math.min(...holders));
}

const isAfter = (one: JournalPosition, other: JournalPosition): boolean =>
  one.file > other.file || (one.file === other.file && one.offset > other.offset);

const toPosition = (row: InstancesTable): JournalPosition => ({ file: row.journal_file, offset: row.journal_offset });

function toInstance(row: InstancesTable): Instance {
  const { id, pid, host, slot, started_at, seen_at } = row;
  return { id, pid, host, slot, at: started_at, seenAt: seen_at, journal: toPosition(row) };
}
