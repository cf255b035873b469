import { chmod, chown, mkdir, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadOrCreateToken } from './token-file.ts';

let data = '';
let file = '';

beforeEach(async () => {
  data = join(await mkdtemp(join(tmpdir(), 'toolmark-token-')), 'data');
  file = join(data, 'owner-token');
});

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

const OWN = 'a-token-that-a-person-wrote-by-hand-0123';

describe('the token of a data folder', () => {
  it('is created once, readable only by its owner', async () => {
    const first = await loadOrCreateToken(data, 'owner-token');
    expect(first).toEqual({
      ok: true,
      value: { token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/), file, warnings: [] },
    });
    expect([await modeOf(data), await modeOf(file)]).toEqual([0o700, 0o600]);
    expect(await loadOrCreateToken(data, 'owner-token')).toEqual(first);
    expect(await readdir(data)).toEqual(['owner-token']);
  });

  it('is the same for gateways that start at once', async () => {
    for (let round = 0; round < 10; round++) {
      const folder = join(data, String(round));
      // One turn of the event loop apart, so that some have finished while others are about to write.
      const start = async (turns: number) => {
        for (let turn = 0; turn < turns; turn++) await setImmediate();
        return await loadOrCreateToken(folder, 'owner-token');
      };
      const all = await Promise.all(Array.from({ length: 20 }, (_, index) => start(index)));
      const tokens = new Set(all.map((one) => (one.ok ? one.value.token : one.error)));
      expect([...tokens]).toEqual([(await readFile(join(folder, 'owner-token'), 'utf8')).trim()]);
      expect(await readdir(folder)).toEqual(['owner-token']);
    }
  });

  it('may be written by hand', async () => {
    await mkdir(data, { mode: 0o700 });
    await writeFile(file, `\n${OWN}\r\n`, { mode: 0o600 });
    expect(await loadOrCreateToken(data, 'owner-token')).toMatchObject({
      ok: true,
      value: { token: OWN, warnings: [] },
    });
  });

  it.each([0o644, 0o640, 0o660, 0o604])('that others can read (%o) is made private, with a warning', async (mode) => {
    await mkdir(data, { mode: 0o700 });
    await writeFile(file, OWN);
    await chmod(file, mode);
    const loaded = await loadOrCreateToken(data, 'owner-token');
    expect(loaded).toMatchObject({
      ok: true,
      value: {
        token: OWN,
        warnings: [
          `${file} could be read by others; it no longer can. If anyone did, delete it: a new one is created at the next start.`,
        ],
      },
    });
    expect(await modeOf(file)).toBe(0o600);
  });

  // Only root can change the owner of a file.
  it.runIf(process.getuid?.() === 0)(
    'that belongs to another user is refused, because that user knows it',
    async () => {
      await mkdir(data, { mode: 0o700 });
      await writeFile(file, OWN, { mode: 0o600 });
      await chown(file, 12_345, 12_345);
      expect(await loadOrCreateToken(data, 'owner-token')).toEqual({
        ok: false,
        error: `${file} belongs to another user. Delete it, and a new one is created at the next start.`,
      });
    },
  );

  it.each<[number, number]>([
    [0o777, 1],
    [0o770, 1],
    [0o1777, 0],
    [0o755, 0],
  ])('in a folder of mode %o brings %i warnings, and the folder stays as it is', async (mode, count) => {
    await mkdir(data);
    await chmod(data, mode);
    const loaded = await loadOrCreateToken(data, 'owner-token');
    expect(loaded.ok && loaded.value.warnings.length).toBe(count);
    expect((await stat(data)).mode & 0o7777).toBe(mode);
  });

  it.each(['', 'short', `${OWN} ${OWN}`, 'x'.repeat(600), `${OWN}\u0000`])('is not accepted as %j', async (text) => {
    await mkdir(data, { mode: 0o700 });
    await writeFile(file, text, { mode: 0o600 });
    const loaded = await loadOrCreateToken(data, 'owner-token');
    expect(loaded).toEqual({ ok: false, error: expect.stringContaining(`${file} holds no usable token`) });
    expect(JSON.stringify(loaded)).not.toContain(OWN);
  });

  it('fails with a readable reason if the folder cannot be used', async () => {
    await mkdir(data, { mode: 0o700 });
    await mkdir(file);
    expect(await loadOrCreateToken(data, 'owner-token')).toEqual({
      ok: false,
      error: expect.stringContaining(`The token cannot be kept in ${data}`),
    });
    await writeFile(join(data, 'plain'), '');
    expect(await loadOrCreateToken(join(data, 'plain'), 'owner-token')).toMatchObject({ ok: false });
  });
});
