import { ToolError } from '@toolmark/kit';
import { LIMITS } from './store/limits.ts';

/** The error codes of the playground. The README explains each, and a test compares the two. */
export const ERROR_CODES = [
  'NOTE_NOT_FOUND',
  'NOTE_UNREADABLE',
  'STALE_VERSION',
  'NOTE_TOO_LONG',
  'TOO_MANY_NOTES',
  'FILE_NOT_FOUND',
  'PATH_REFUSED',
  'TOO_MANY_FILES',
  'NO_PUBLISHING_TARGET',
  'DIRECTORY_REFUSED',
] as const;

/** One of {@link ERROR_CODES}. */
export type DemoErrorCode = (typeof ERROR_CODES)[number];

/** An expected error that names the next step. If a tool throws it, the kit sends it unchanged. */
export class DemoError extends ToolError {
  declare readonly code: DemoErrorCode;

  constructor(code: DemoErrorCode, message: string, details?: unknown) {
    super(code, message, details);
  }
}

export const noteNotFound = (id: string): DemoError =>
  new DemoError('NOTE_NOT_FOUND', `There is no note '${id}'. Call list_notes to see which exist.`, { id });

export const noteUnreadable = (file: string, problem: string): DemoError =>
  new DemoError('NOTE_UNREADABLE', `The file ${file} ${problem}. It was not changed; repair or remove it by hand.`, {
    file,
    problem,
  });

export const staleVersion = (id: string, given: number, current: number): DemoError =>
  new DemoError(
    'STALE_VERSION',
    `Note '${id}' is at version ${current}, not ${given}. Call read_note, look at what changed, and try again with version ${current}.`,
    { id, given, current },
  );

export const noteTooLong = (id: string, length: number): DemoError =>
  new DemoError(
    'NOTE_TOO_LONG',
    `Note '${id}' would have ${length} characters, more than ${LIMITS.textLength}. Put the rest in a new note.`,
    { id, length, limit: LIMITS.textLength },
  );

export const tooManyNotes = (): DemoError =>
  new DemoError('TOO_MANY_NOTES', `The playground is full: ${LIMITS.notes} notes. Delete one first.`, {
    limit: LIMITS.notes,
  });

export const fileNotFound = (path: string): DemoError =>
  new DemoError('FILE_NOT_FOUND', `There is no file '${path}'. Call list_files to see which exist.`, { path });

export const pathRefused = (path: string, problem: string): DemoError =>
  new DemoError('PATH_REFUSED', `The path '${path}' ${problem}. Give one such as 'drafts/idea.md'.`, { path, problem });

export const tooManyFiles = (): DemoError =>
  new DemoError('TOO_MANY_FILES', `The playground is full: ${LIMITS.files} files. Delete one first.`, {
    limit: LIMITS.files,
  });

export const noPublishingTarget = (id: string): DemoError =>
  new DemoError(
    'NO_PUBLISHING_TARGET',
    `Note '${id}' was not published: this playground has no publishing target, and none can be configured. Nothing was sent.`,
    { id },
  );

export const directoryRefused = (dir: string, problem: string): DemoError =>
  new DemoError('DIRECTORY_REFUSED', `The directory ${dir} ${problem}.`, { dir, problem });
