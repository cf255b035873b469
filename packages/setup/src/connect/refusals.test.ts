import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ClientPlace } from './clients.ts';
import { connect, planConnect } from './connector.ts';
import { entryFor, filesBeside, NOW, placeOf, useClientWorld } from './fixtures/client-world.ts';

useClientWorld();

describe('connecting', () => {
  it.each<[string, string, (place: ClientPlace) => void, RegExp]>([
    ['is read-only', 'unwritable', ({ file }) => chmodSync(file, 0o444), /is read-only\. Make it writable/],
    [
      'is in a read-only folder',
      'unwritable',
      ({ file }) => chmodSync(dirname(file), 0o555),
      /is read-only\. Make it writable/,
    ],
    [
      'is not JSON',
      'unreadable',
      ({ file }) => writeFileSync(file, '{\n  "mcpServers": {\n    broken\n  }\n}'),
      /is not valid JSON at line 3, column 5: .*Nothing was changed/,
    ],
    [
      'has no object at the place of the servers',
      'unfit',
      ({ file }) => writeFileSync(file, '{ "mcpServers": [] }'),
      /does not have an object at mcpServers\. Nothing was changed/,
    ],
    ['is a list', 'unfit', ({ file }) => writeFileSync(file, '[]'), /is not a JSON object/],
    [
      'is not UTF-8',
      'unreadable',
      ({ file }) => writeFileSync(file, Buffer.from([0x7b, 0xff, 0x7d])),
      /is not UTF-8\. Save it as UTF-8/,
    ],
    [
      'is a broken link',
      'unreadable',
      ({ file }) => {
        rmSync(file);
        symlinkSync('/nowhere/at/all', file);
      },
      /is a broken link/,
    ],
    [
      'is a folder',
      'unreadable',
      ({ file }) => {
        rmSync(file);
        mkdirSync(file);
      },
      /is not a file/,
    ],
  ])('rejects a file that %s without changing it', async (_case, kind, make, message) => {
    const place = placeOf('cursor');
    make(place);
    const isText = existsSync(place.file) && statSync(place.file).isFile();
    const before = isText ? readFileSync(place.file) : undefined;
    const plan = await planConnect(place, entryFor('cursor'));
    chmodSync(dirname(place.file), 0o755);
    expect(plan).toEqual({ ok: false, error: { kind, message: expect.stringMatching(message) } });
    if (before !== undefined) expect(readFileSync(place.file)).toEqual(before);
    expect(filesBeside(place)).toEqual(['mcp.json']);
  });

  it('rejects a TOML file with the line number, without quoting it', async () => {
    const place = placeOf('codex');
    writeFileSync(place.file, 'model = "x"\n[mcp_servers.a]\nkey = fixture-secret\n');
    const plan = await planConnect(place, entryFor('codex'));
    expect(plan).toMatchObject({ ok: false, error: { kind: 'unreadable', message: expect.stringMatching(/line 3/) } });
    expect(JSON.stringify(plan)).not.toContain('fixture-secret');
  });

  it('writes nothing if the file changed after planning', async () => {
    const place = placeOf('gemini');
    const plan = await planConnect(place, entryFor('gemini'));
    if (!plan.ok) throw new Error(plan.error.message);
    writeFileSync(place.file, '{ "theme": "other" }');
    expect(await connect(plan.value, NOW)).toMatchObject({ ok: false, error: { kind: 'changed' } });
    expect([readFileSync(place.file, 'utf8'), filesBeside(place)]).toEqual(['{ "theme": "other" }', ['settings.json']]);
  });
});
