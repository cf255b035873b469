import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { FileEntry, FileState } from '../observe/file-state.ts';
import { changesBetween } from './exercise.ts';

const file = (text: string): FileEntry => ({
  kind: 'file',
  digest: createHash('sha256').update(text).digest('hex'),
  mode: 0o644,
  bytes: Buffer.from(text),
});
const directory: FileEntry = { kind: 'directory', digest: 'directory', mode: 0o755, bytes: undefined };
const FOLDER = '/nowhere/data';

const changes = (before: FileState, after: FileState) =>
  changesBetween(before, after, () => false).map(({ path, kind, effect, detail }) => ({ path, kind, effect, detail }));

describe('the changes between two moments', () => {
  it('takes a file that has the same content elsewhere as moved, not as destroyed', () => {
    const before = new Map([[`${FOLDER}/a`, file('x')]]);
    const after = new Map([
      [`${FOLDER}/a`, undefined],
      [`${FOLDER}/b`, file('x')],
    ]);
    expect(changes(before, after)).toEqual([
      { path: `${FOLDER}/a`, kind: 'deleted', effect: 'unclear', detail: `moved to ${FOLDER}/b` },
      { path: `${FOLDER}/b`, kind: 'created', effect: 'adds', detail: 'file created' },
    ]);
  });

  it('takes a file as destroyed where another one was made', () => {
    const before = new Map([[`${FOLDER}/a`, file('x')]]);
    const after = new Map([
      [`${FOLDER}/a`, undefined],
      [`${FOLDER}/b`, file('y')],
    ]);
    expect(changes(before, after)[0]).toMatchObject({ effect: 'destroys' });
  });

  it('names what was made in a new directory, and not the directory', () => {
    const after = new Map([
      [FOLDER, directory],
      [`${FOLDER}/b`, file('x')],
    ]);
    expect(changes(new Map(), after).map(({ path }) => path)).toEqual([`${FOLDER}/b`]);
  });
});
