import { seqOf } from '../../sequence.ts';
import type { Statement, TextIndex, Transaction } from '../engine.ts';
import type { CallChange } from './call-change.ts';
import { toBodiesRow, toCallRow, toEndColumns, toResultColumns, toRoundRow } from './call-rows.ts';
import type { CallFacts, CallStatements } from './call-statements.ts';

/** How many keys to scan at once for a free one, or for a moved call: those of one millisecond. */
const KEYS_PER_LOOK = 2_048;

/** Writes calls, and marks in each change what is new. */
export async function storeCalls(
  tx: Transaction,
  changes: readonly CallChange[],
  parts: { readonly calls: CallStatements; readonly text: TextIndex; readonly instance: string },
): Promise<void> {
  const { calls, text, instance } = parts;
  const started = changes.filter(({ begin }) => begin !== undefined);
  const insert = (change: CallChange): Statement[] =>
    change.begin === undefined ? [] : [calls.begin(toCallRow(change.begin, change.end, change.seq, instance))];
  const counts = await tx.run(started.flatMap(insert));
  for (const [index, change] of started.entries()) {
    change.isBegun = counts[index] === 1;
    if (!change.isBegun) await settleTaken(tx, change, calls);
    if (change.isBegun && counts[index] !== 1) await tx.run(insert(change));
    change.isEnded = change.isBegun && change.end !== undefined;
  }

  const ended = changes.filter(({ begin }) => begin === undefined);
  const found = await tx.read(ended.map(({ seq }) => calls.at({ seq })));
  for (const [index, change] of ended.entries()) {
    const row = found[index]?.[0];
    change.before = row !== undefined && isCall(row, change.seq, instance) ? row : await findMoved(tx, change, parts);
  }
  await tx.run(changes.flatMap((change) => bodiesAndEnds(change, calls, text)));
  await tx.run(changes.flatMap((change) => laterRounds(change, calls)));
}

/** Skip calls that are not stored: their session was deleted meanwhile. */
function laterRounds({ rounds, isBegun, seq, before }: CallChange, calls: CallStatements): readonly Statement[] {
  const stored = isBegun ? seq : before?.seq;
  if (rounds === undefined || stored === undefined) return NONE;
  return rounds.map((round) => calls.round(toRoundRow(round, stored)));
}

const NONE: readonly Statement[] = [];

function bodiesAndEnds(change: CallChange, calls: CallStatements, text: TextIndex): readonly Statement[] {
  const { begin, end, before } = change;
  if (change.isBegun && begin !== undefined) return [calls.bodies(toBodiesRow(begin, end, change.seq))];
  if (end === undefined || before === undefined) return [];
  // A gateway that was presumed dead has the call's real end.
  if (before.status !== 'running' && before.status !== 'interrupted') return [];
  change.isEnded = true;
  const { seq } = before;
  return [
    calls.end({ ...toEndColumns(end), seq }),
    calls.result({ ...toResultColumns(end), seq }),
    ...(before.input_tokens === null ? [] : text.remove([seq])),
  ];
}

/**
 * The key of a started call exists: from an earlier apply, or from another call before the clock was set back. A new call
 * gets the next free key. Its id keeps the original key, so that it is found again, even after a crash.
 */
async function settleTaken(tx: Transaction, change: CallChange, calls: CallStatements): Promise<void> {
  for (let from = change.seq; ; from += KEYS_PER_LOOK) {
    const rows = await lookFrom(tx, from, calls);
    change.before = rows.find(({ id }) => id === change.begin?.id);
    if (change.before !== undefined) return;
    const free = rows.findIndex(({ seq }, index) => seq !== from + index);
    if (free === -1 && rows.length === KEYS_PER_LOOK) continue;
    change.seq = from + (free === -1 ? rows.length : free);
    change.isBegun = true;
    return;
  }
}

async function findMoved(
  tx: Transaction,
  { seq }: CallChange,
  { calls, instance }: { readonly calls: CallStatements; readonly instance: string },
): Promise<CallFacts | undefined> {
  // The range a call may have moved within: up to the first free key.
  for (let from = seq; ; from += KEYS_PER_LOOK) {
    const rows = await lookFrom(tx, from, calls);
    const found = rows.find((row) => isCall(row, seq, instance));
    if (found !== undefined || rows.length < KEYS_PER_LOOK) return found;
  }
}

async function lookFrom(tx: Transaction, from: number, calls: CallStatements): Promise<readonly CallFacts[]> {
  const [rows = []] = await tx.read([calls.between({ from, to: from + KEYS_PER_LOOK })]);
  return rows;
}

const isCall = (row: CallFacts, seq: number, instance: string): boolean =>
  row.instance_id === instance && seqOf(row.id) === seq;
