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
import { createStateFile, LOOK_MS, type StateFile } from './state-file.ts';

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

function tryOpen(logged: string[] = [], onLog: () => void = () => {}) {
  const log = {
    error: (_: object, message: string) => {
      logged.push(message);
      onLog();
    },
  };
  return createStateFile({ path, schema, empty: [], log, clock });
}

async function open(logged: string[] = [], onLog?: () => void): Promise<StateFile<readonly string[]>> {
  const file = await tryOpen(logged, onLog);
  if (!file.ok) throw new Error(file.error);
  opened.push(file.value);
  return file.value;
}

const changeOf = (file: StateFile<readonly string[]>): Promise<readonly string[]> =>
  new Promise((resolve) => file.onChange(resolve));

describe('a file of state', () => {
  it('is empty where there is none, and is there once something was changed, for its owner only', async () => {
    const file = await open();
    expect([file.get(), readdirSync(folder)]).toEqual([[], []]);
    const changed = changeOf(file);
    expect(await file.update((names) => [...names, 'ada'])).toEqual({ ok: true, value: ['ada'] });
    expect([file.get(), await changed, (await open()).get()]).toEqual([['ada'], ['ada'], ['ada']]);
    expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['[\n  "ada"\n]\n', 0o600]);
    expect(readdirSync(folder)).toEqual(['names.json']);
  });

  it('is not written where nothing is changed', async () => {
    const file = await open();
    expect(await file.update((names) => names)).toEqual({ ok: true, value: [] });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('loses nothing when two processes change it at once', async () => {
    const files = [await open(), await open()];
    const names = Array.from({ length: 40 }, (_, index) => `name ${index}`);
    const written = await Promise.all(
      names.map((name, index) => files[index % 2]?.update((before) => [...before, name])),
    );
    expect(written.every((each) => each?.ok)).toBe(true);
    expect((await open()).get().toSorted()).toEqual(names.toSorted());
    expect(readdirSync(folder)).toEqual(['names.json']);
  });

  it('is changed as it is now, whatever was known of it', async () => {
    const file = await open();
    writeFileSync(path, '["by hand"]');
    const changed = changeOf(file);
    await file.update((names) => [...names, 'ada']);
    expect(await changed).toEqual(['by hand', 'ada']);
  });

  it('is taken up when somebody edits it, and when somebody deletes it', async () => {
    writeFileSync(path, '["a"]');
    const file = await open();
    writeFileSync(path, '["a", "b"]');
    let changed = changeOf(file);
    await clock.advance(LOOK_MS);
    expect(await changed).toEqual(['a', 'b']);
    unlinkSync(path);
    changed = changeOf(file);
    // The next look is planned when this one is over.
    while (clock.pending() === 0) await new Promise(setImmediate);
    await clock.advance(LOOK_MS);
    expect(await changed).toEqual([]);
    expect(file.get()).toEqual([]);
  });

  it('is taken up also when that happens while it is being written', async () => {
    const file = await open();
    const written = file.update(() => ['a']);
    while (!existsSync(path)) await new Promise(setImmediate);
    unlinkSync(path);
    await written;
    const changed = changeOf(file);
    await clock.advance(LOOK_MS);
    expect(await changed).toEqual([]);
  });

  it.each([
    ['', 'Unexpected end of JSON input'],
    ['["a", 1]', '1: Invalid input: expected string, received number'],
  ])('that holds %j is refused, with its name and what to do', async (text, what) => {
    writeFileSync(path, text);
    expect(await tryOpen()).toEqual({
      ok: false,
      error: `${path} is not what it should be: ${what}. Correct it, or delete it to begin with an empty one.`,
    });
  });

  it('that is broken while it is used counts as it was, is told of, and never overwritten', async () => {
    writeFileSync(path, '["a"]');
    const logged: string[] = [];
    const told = Promise.withResolvers<void>();
    const file = await open(logged, told.resolve);
    writeFileSync(path, '["a", ');
    await clock.advance(LOOK_MS);
    await told.promise;
    expect(logged).toEqual([expect.stringMatching(/names\.json is not what it should be: .*before counts\.$/)]);
    expect(await file.update(() => [])).toMatchObject({ ok: false, error: expect.stringContaining(path) });
    expect([file.get(), readFileSync(path, 'utf8')]).toEqual([['a'], '["a", ']);
    expect(readdirSync(folder)).toEqual(['names.json']);
  });

  it('that cannot be read for a moment is read at the next look, though it has not changed since', async () => {
    let isReadable = true;
    // Stands for a disk that says no for a moment: the file stays the same meanwhile.
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
    await clock.advance(LOOK_MS);
    await told.promise;
    isReadable = true;
    const changed = changeOf(created.value);
    while (clock.pending() === 0) await new Promise(setImmediate);
    await clock.advance(LOOK_MS);
    expect(await changed).toEqual(['a']);
  });

  it('tells everybody of a change, also where one of them breaks, and is written all the same', async () => {
    const logged: string[] = [];
    const file = await open(logged);
    file.onChange(() => {
      throw new Error('a bug');
    });
    const changed = changeOf(file);
    expect(await file.update(() => ['a'])).toEqual({ ok: true, value: ['a'] });
    expect([await changed, logged]).toEqual([['a'], [`A change of ${path} was not taken up everywhere.`]]);
    writeFileSync(path, '["by hand"]');
    const again = changeOf(file);
    await clock.advance(LOOK_MS);
    expect(await again).toEqual(['by hand']);
  });

  it('is rid of what killed processes have left beside it', async () => {
    const id = '01234567-89ab-4cde-8f01-23456789abcd';
    const old = [`${path}.${id}`, `${path}.lock.${id}`];
    const others = [`${path}.bak`, `${path}.${id}.txt`, join(folder, `other.json.${id}`)];
    const fresh = `${path}.${id.replace('0', '1')}`;
    for (const each of [...old, ...others, fresh]) writeFileSync(each, '');
    const hour = new Date(Date.now() - 60 * 60_000);
    for (const each of [...old, ...others]) utimesSync(each, hour, hour);
    await open();
    expect(readdirSync(folder).toSorted()).toEqual([...others, fresh].map((each) => basename(each)).toSorted());
  });

  it('says so where it cannot be written, and stays as it was', async () => {
    path = join(folder, 'file', 'names.json');
    const file = await open();
    writeFileSync(join(folder, 'file'), '');
    const written = await file.update(() => ['a']);
    expect(written).toMatchObject({ ok: false, error: expect.stringContaining(`${path} cannot be written: `) });
    expect(file.get()).toEqual([]);
  });

  it('is not written any more once it is closed, but changes under way are', async () => {
    const file = await open();
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
