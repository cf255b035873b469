import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createFakeClock } from '../fixtures/fake-clock.ts';
import { createStateFile, POLL_MS, type StateFile } from './state-file.ts';

let folder: string;
let path: string;
let opened: StateFile<readonly string[]>[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolmark-state-'));
  path = join(folder, 'names.json');
  opened = [];
});
afterEach(async () => {
  for (const file of opened) await file.close();
  rmSync(folder, { recursive: true });
});

const schema: z.ZodType<readonly string[]> = z.array(z.string());
const clock = createFakeClock();

function openResult(logged: string[] = [], onLog: () => void = () => {}) {
  const log = {
    error: (_: object, message: string) => {
      logged.push(message);
      onLog();
    },
  };
  return createStateFile({ path, schema, empty: [], log, clock });
}

async function openStateFile(logged: string[] = [], onLog?: () => void): Promise<StateFile<readonly string[]>> {
  const file = await openResult(logged, onLog);
  if (!file.ok) throw new Error(file.error);
  opened.push(file.value);
  return file.value;
}

const nextChange = (file: StateFile<readonly string[]>): Promise<readonly string[]> =>
  new Promise((resolve) => file.onChange(resolve));

describe('state file', () => {
  it('starts empty without a file, and creates one for its owner only at the first change', async () => {
    const file = await openStateFile();
    expect([file.get(), readdirSync(folder)]).toEqual([[], []]);
    const changed = nextChange(file);
    expect(await file.update((names) => [...names, 'ada'])).toEqual({ ok: true, value: ['ada'] });
    expect([file.get(), await changed, (await openStateFile()).get()]).toEqual([['ada'], ['ada'], ['ada']]);
    expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['[\n  "ada"\n]\n', 0o600]);
    expect(readdirSync(folder)).toEqual(['names.json']);
  });

  it('does not write the file when nothing changes', async () => {
    const file = await openStateFile();
    expect(await file.update((names) => names)).toEqual({ ok: true, value: [] });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('loses no change when two processes write at once', async () => {
    const files = [await openStateFile(), await openStateFile()];
    const names = Array.from({ length: 40 }, (_, index) => `name ${index}`);
    const written = await Promise.all(
      names.map((name, index) => files[index % 2]?.update((before) => [...before, name])),
    );
    expect(written.every((each) => each?.ok)).toBe(true);
    expect((await openStateFile()).get().toSorted()).toEqual(names.toSorted());
    expect(readdirSync(folder)).toEqual(['names.json']);
  });

  it('applies a change to the current content, not to the cached one', async () => {
    const file = await openStateFile();
    writeFileSync(path, '["by hand"]');
    const changed = nextChange(file);
    await file.update((names) => [...names, 'ada']);
    expect(await changed).toEqual(['by hand', 'ada']);
  });

  it('notices when a person edits or deletes the file', async () => {
    writeFileSync(path, '["a"]');
    const file = await openStateFile();
    writeFileSync(path, '["a", "b"]');
    let changed = nextChange(file);
    await clock.advance(POLL_MS);
    expect(await changed).toEqual(['a', 'b']);
    unlinkSync(path);
    changed = nextChange(file);
    // The next poll is scheduled when the current one ends.
    while (clock.pending() === 0) await new Promise(setImmediate);
    await clock.advance(POLL_MS);
    expect(await changed).toEqual([]);
    expect(file.get()).toEqual([]);
  });

  it('notices an edit that happens during a write', async () => {
    const file = await openStateFile();
    const written = file.update(() => ['a']);
    while (!existsSync(path)) await new Promise(setImmediate);
    unlinkSync(path);
    await written;
    const changed = nextChange(file);
    await clock.advance(POLL_MS);
    expect(await changed).toEqual([]);
  });

  it.each([
    ['', 'Unexpected end of JSON input'],
    ['["a", 1]', '1: Invalid input: expected string, received number'],
  ])('rejects %j with the file name and what to do', async (text, what) => {
    writeFileSync(path, text);
    expect(await openResult()).toEqual({
      ok: false,
      error: `${path} is invalid: ${what}. Correct it, or delete it to start with an empty one.`,
    });
  });

  it('keeps the last valid value when the file breaks in use, logs it, and never overwrites the file', async () => {
    writeFileSync(path, '["a"]');
    const logged: string[] = [];
    const told = Promise.withResolvers<void>();
    const file = await openStateFile(logged, told.resolve);
    writeFileSync(path, '["a", ');
    await clock.advance(POLL_MS);
    await told.promise;
    expect(logged).toEqual([expect.stringMatching(/names\.json is invalid: .*content applies\.$/)]);
    expect(await file.update(() => [])).toMatchObject({ ok: false, error: expect.stringContaining(path) });
    expect([file.get(), readFileSync(path, 'utf8')]).toEqual([['a'], '["a", ']);
    expect(readdirSync(folder)).toEqual(['names.json']);
  });

  it('retries a file that could not be read for a moment, though it has not changed since', async () => {
    let isReadable = true;
    // Simulates a temporary read error while the file stays the same.
    const reading: typeof schema = z.array(z.string()).refine(() => isReadable);
    const told = Promise.withResolvers<void>();
    const created = await createStateFile({
      path,
      schema: reading,
      empty: [],
      log: { error: () => told.resolve() },
      clock,
    });
    if (!created.ok) throw new Error(created.error);
    opened.push(created.value);
    writeFileSync(path, '["a"]');
    isReadable = false;
    await clock.advance(POLL_MS);
    await told.promise;
    isReadable = true;
    const changed = nextChange(created.value);
    while (clock.pending() === 0) await new Promise(setImmediate);
    await clock.advance(POLL_MS);
    expect(await changed).toEqual(['a']);
  });

  it('notifies all listeners of a change and writes it, even if one listener throws', async () => {
    const logged: string[] = [];
    const file = await openStateFile(logged);
    file.onChange(() => {
      throw new Error('a bug');
    });
    const changed = nextChange(file);
    expect(await file.update(() => ['a'])).toEqual({ ok: true, value: ['a'] });
    expect([await changed, logged]).toEqual([['a'], [`A listener failed on a change of ${path}.`]]);
    writeFileSync(path, '["by hand"]');
    const again = nextChange(file);
    await clock.advance(POLL_MS);
    expect(await again).toEqual(['by hand']);
  });

  it('removes the temporary files of killed processes', async () => {
    const id = '01234567-89ab-4cde-8f01-23456789abcd';
    const old = [`${path}.${id}`, `${path}.lock.${id}`];
    const others = [`${path}.bak`, `${path}.${id}.txt`, join(folder, `other.json.${id}`)];
    const fresh = `${path}.${id.replace('0', '1')}`;
    for (const each of [...old, ...others, fresh]) writeFileSync(each, '');
    const hour = new Date(Date.now() - 60 * 60_000);
    for (const each of [...old, ...others]) utimesSync(each, hour, hour);
    await openStateFile();
    expect(readdirSync(folder).toSorted()).toEqual([...others, fresh].map((each) => basename(each)).toSorted());
  });

  it('returns an error when it cannot write, and keeps its value', async () => {
    path = join(folder, 'file', 'names.json');
    const file = await openStateFile();
    writeFileSync(join(folder, 'file'), '');
    const written = await file.update(() => ['a']);
    expect(written).toMatchObject({ ok: false, error: expect.stringContaining(`${path} cannot be written: `) });
    expect(file.get()).toEqual([]);
  });

  it('refuses changes after close, but finishes those in progress', async () => {
    const file = await openStateFile();
    const [under, closing] = [file.update(() => ['a']), file.close()];
    expect(await file.update(() => ['b'])).toMatchObject({ ok: false });
    await closing;
    expect([await under, readFileSync(path, 'utf8'), clock.pending()]).toEqual([
      { ok: true, value: ['a'] },
      '[\n  "a"\n]\n',
      0,
    ]);
  });
});
