import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Layer } from '../isolation/sandbox.ts';

/** One entry of the file system at one moment. */
export interface FileEntry {
  readonly kind: 'file' | 'directory' | 'link' | 'other';
  /** Of the content; two entries with the same digest are equal. */
  readonly digest: string;
  readonly mode: number;
  /** The content, unless it is too large to compare by meaning. */
  readonly bytes: Buffer | undefined;
}

/**
 * The entries that differ from the machine's own, by path; `undefined` stands for a deleted one. Paths that are missing
 * are as they are on the machine.
 */
export type FileState = ReadonlyMap<string, FileEntry | undefined>;

/** Larger files are compared by digest alone. */
const MAX_BYTES = 8 * 1024 * 1024;
/** More changed files than this are not read one by one; no tool that was tried came near. */
const MAX_FILES = 20_000;

/** Reads what the sandboxed server has changed so far. */
export function readFileState(layers: readonly Layer[]): FileState {
  const state = new Map<string, FileEntry | undefined>();
  for (const { path, upper, merged } of layers) readLayer(upper, merged, path, state);
  return state;
}

function readLayer(upper: string, merged: string, path: string, state: Map<string, FileEntry | undefined>): void {
  for (const name of namesIn(upper)) {
    if (state.size >= MAX_FILES) return;
    const target = join(path, name);
    const seen = readEntry(join(merged, name));
    if (seen === undefined) {
      // A device 0/0 in the upper layer marks a deletion.
      markDeleted(target, state);
      continue;
    }
    const own = readEntry(target);
    if (seen.kind !== 'directory') {
      state.set(target, seen);
      continue;
    }
    if (own?.kind !== 'directory') state.set(target, seen);
    else {
      if (own.mode !== seen.mode) state.set(target, seen);
      // A directory that was deleted and made again hides the entries it had.
      const left = new Set(namesIn(join(merged, name)));
      for (const lost of namesIn(target)) if (!left.has(lost)) markDeleted(join(target, lost), state);
    }
    readLayer(join(upper, name), join(merged, name), target, state);
  }
}

/** Records a deleted entry with everything beneath it. */
function markDeleted(path: string, state: Map<string, FileEntry | undefined>): void {
  const entry = readEntry(path);
  if (entry === undefined || state.size >= MAX_FILES) return;
  state.set(path, undefined);
  if (entry.kind === 'directory') for (const name of namesIn(path)) markDeleted(join(path, name), state);
}

/** An entry of the machine or of a sandbox, with its content; `undefined` where there is none. */
export function readEntry(path: string): FileEntry | undefined {
  try {
    const stats = lstatSync(path);
    const mode = stats.mode & 0o7777;
    if (stats.isDirectory()) return { kind: 'directory', digest: 'directory', mode, bytes: undefined };
    if (stats.isSymbolicLink()) return { kind: 'link', digest: readlinkSync(path), mode: 0, bytes: undefined };
    if (!stats.isFile()) return { kind: 'other', digest: 'other', mode, bytes: undefined };
    if (stats.size > MAX_BYTES) {
      return { kind: 'file', digest: `${stats.size} bytes at ${stats.mtimeMs}`, mode, bytes: undefined };
    }
    const bytes = readFileSync(path);
    return { kind: 'file', digest: createHash('sha256').update(bytes).digest('base64url'), mode, bytes };
  } catch {
    return undefined;
  }
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory).sort();
  } catch {
    return [];
  }
}

/** One path whose entry differs between two moments. */
export interface FileDifference {
  readonly path: string;
  readonly before: FileEntry | undefined;
  readonly after: FileEntry | undefined;
}

/** Compares two moments of one sandbox. */
export function compareFileStates(before: FileState, after: FileState): readonly FileDifference[] {
  const entryIn = (state: FileState, path: string): FileEntry | undefined =>
    state.has(path) ? state.get(path) : readEntry(path);
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((path) => {
    const difference = { path, before: entryIn(before, path), after: entryIn(after, path) };
    return isSameEntry(difference.before, difference.after) ? [] : [difference];
  });
}

function isSameEntry(a: FileEntry | undefined, b: FileEntry | undefined): boolean {
  return a?.kind === b?.kind && a?.digest === b?.digest && a?.mode === b?.mode;
}
