import { toMessage } from '@toolmark/annotations';
import type { EngineErrors } from './store/engine.ts';

const FULL = (place: string): string => `The disk with ${place} is full. Free some space; recording goes on by itself.`;
const READ_ONLY = (place: string): string =>
  `${place} cannot be written to. Give this user the right to write to it and its folder.`;
const NO_PLACE = (place: string): string =>
  `${place} cannot be opened. Give this user the right to write to it and its folder.`;
const TOO_MANY = (place: string): string =>
  `${place} cannot be opened: too many files are open. Raise the limit of open files.`;

/** Operating system errors of the disk or the path. */
const REASONS: ReadonlyMap<string, (place: string) => string> = new Map([
  ['ENOSPC', FULL],
  ['EDQUOT', FULL],
  ['EACCES', READ_ONLY],
  ['EROFS', READ_ONLY],
  ['EPERM', READ_ONLY],
  ['EIO', (place) => `The disk with ${place} reports an error. Look at the disk and its free space.`],
  ['ENOENT', NO_PLACE],
  ['ENOTDIR', NO_PLACE],
  ['EMFILE', TOO_MANY],
  ['ENFILE', TOO_MANY],
]);

/** Whether the disk or the file is at fault, so that a retry may help. */
export function isInfrastructure(error: unknown, engine?: EngineErrors): boolean {
  return explain(error, '', engine) !== undefined;
}

/** Explains a record error and its fix. `engine` recognizes its own errors. */
export function toRecordProblem(error: unknown, place: string, engine?: EngineErrors): string {
  return explain(error, place, engine) ?? `${place} cannot be used: ${toMessage(error)}`;
}

function explain(error: unknown, place: string, engine: EngineErrors | undefined): string | undefined {
  const told = engine?.explain(error, place);
  if (told !== undefined) return told;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? REASONS.get(code)?.(place) : undefined;
}
