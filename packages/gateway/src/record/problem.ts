import { toMessage } from '@toolmark/annotations';

/** What the store says when it is the disk or the file, and not the statement. */
const REASONS: ReadonlyMap<number, (place: string) => string> = new Map([
  [5, (place) => `${place} is locked by another program. Close what has it open.`],
  [6, (place) => `${place} is locked by another program. Close what has it open.`],
  [8, (place) => `${place} cannot be written to. Give this user the right to write to it and its folder.`],
  [10, (place) => `The disk with ${place} reports an error. Look at the disk and its free space.`],
  [11, (place) => `${place} is damaged. ${moveAway(place)}`],
  [13, (place) => `The disk with ${place} is full. Free some space; recording goes on by itself.`],
  [14, (place) => `${place} cannot be opened. Give this user the right to write to it and its folder.`],
  [26, (place) => `${place} is not a database. ${moveAway(place)}`],
]);

const CODES: ReadonlyMap<string, number> = new Map([
  ['ENOSPC', 13],
  ['EDQUOT', 13],
  ['EACCES', 8],
  ['EROFS', 8],
  ['EPERM', 8],
  ['EIO', 10],
  ['ENOENT', 14],
  ['ENOTDIR', 14],
]);

/** Whether the disk or the file is at fault, so that trying again later may help. */
export function isInfrastructure(error: unknown): boolean {
  return codeOf(error) !== undefined;
}

/** What is wrong with the record and what to do about it, for a person. */
export function toRecordProblem(error: unknown, place: string): string {
  const code = codeOf(error);
  const sentence = code === undefined ? undefined : REASONS.get(code);
  if (sentence !== undefined) return sentence(place);
  if (/newer|missing/.test(toMessage(error)) && /migration/.test(toMessage(error)))
    return `${place} was written by a newer version of Toolmark. Update Toolmark, or ${moveAway(place).toLowerCase()}`;
  return `${place} cannot be used: ${toMessage(error)}`;
}

function codeOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('errcode' in error && typeof error.errcode === 'number') {
    // The low byte is the code, the rest says more about it.
    const code = error.errcode & 0xff;
    return REASONS.has(code) ? code : undefined;
  }
  return 'code' in error && typeof error.code === 'string' ? CODES.get(error.code) : undefined;
}

const moveAway = (place: string): string =>
  `Move it away (for instance to ${place}.broken); a new one is begun by itself.`;
