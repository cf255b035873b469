import type { EngineErrors } from '../engine.ts';
import { UNKNOWN_FORMAT } from './check-file-format.ts';
import { FILE_MOVED } from './same-file.ts';

const LOCKED = (place: string): string => `${place} is locked by another program. Close what has it open.`;

/** SQLite errors caused by the machine, the disk or the file rather than the statement. */
const REASONS: ReadonlyMap<number, (place: string) => string> = new Map([
  [5, LOCKED],
  [6, LOCKED],
  [7, (place) => `There is too little memory to write to ${place}. Close other programs.`],
  [8, (place) => `${place} cannot be written to. Give this user write permission for it and its folder.`],
  [10, (place) => `The disk with ${place} reports an error. Look at the disk and its free space.`],
  [11, (place) => `${place} is damaged. ${moveAway(place)}`],
  [13, (place) => `The disk with ${place} is full. Free some space; recording goes on by itself.`],
  [14, (place) => `${place} cannot be opened. Give this user write permission for it and its folder.`],
  [26, (place) => `${place} is not a database. ${moveAway(place)}`],
]);
/** A violated constraint, or a value of the wrong type for its column. */
const OF_ROW: ReadonlySet<number> = new Set([19, 20]);

export const sqliteErrors: EngineErrors = {
  isOfRow: (error) => OF_ROW.has(codeOf(error) ?? 0),
  explain: (error, place) => {
    if (!(error instanceof Error)) return undefined;
    if ('code' in error && error.code === FILE_MOVED) return `${error.message} A new one is created.`;
    if ('code' in error && error.code === UNKNOWN_FORMAT)
      return `${place} was written by an earlier build of Toolmark, with a schema that this one does not support. ${moveAway(place, 'old')}`;
    if (/^A newer version of Toolmark/.test(error.message))
      return `${place} was written by a newer version of Toolmark. Update Toolmark, or move it away (for instance to ${place}.newer).`;
    return REASONS.get(codeOf(error) ?? 0)?.(place);
  },
};

/** An error like the one SQLite reports for a corrupt file. */
export const damaged = (verdict: string): Error => Object.assign(new Error(verdict), { errcode: 11 });

function codeOf(error: unknown): number | undefined {
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return undefined;
  // The low byte is the primary code; the rest is the extended code.
  return error.errcode & 0xff;
}

const moveAway = (place: string, as = 'broken'): string =>
  `Move it away (for instance to ${place}.${as}); a new one is created.`;
