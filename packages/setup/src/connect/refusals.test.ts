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
      'is no JSON',
      'unreadable',
      ({ file }) => writeFileSync(file, '{\n  "mcpServers": {\n    broken\n  }\n}'),
      /is not valid JSON at line 3, column 5: .*Nothing was changed/,
    ],
    [
      'has no object where the servers are',
      'unfit',
      ({ file }) => writeFileSync(file, '{ "mcpServers": [] }'),
      /has something else than an object at mcpServers\. Nothing was changed/,
    ],
    ['is a list', 'unfit', ({ file }) => writeFileSync(file, '[]'), /is no JSON object/],
    [
      'is no UTF-8',
      'unreadable',
      ({ file }) => writeFileSync(file, Buffer.from([0x7b, 0xff, 0x7d])),
      /is not UTF-8\. Save it as UTF-8/,
    ],
    [
      'is a link to nothing',
      'unreadable',
      ({ file }) => {
        rmSync(file);
        symlinkSync('/nowhere/at/all', file);
      },
      /is a link to what is not there/,
    ],
    [
      'is a folder',
      'unreadable',
      ({ file }) => {
        rmSync(file);
        mkdirSync(file);
      },
      /is no file/,
    ],
  ])('refuses a file that %s, and leaves it as it is', async (_case, kind, make, message) => {
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

  it('refuses a TOML file with the line, and does not quote it', async () => {
    const place = placeOf('codex');
    writeFileSync(place.file, 'model = "x"\n[mcp_servers.a]\nkey = fixture-secret\n');
    const plan = await planConnect(place, entryFor('codex'));
    expect(plan).toMatchObject({ ok: false, error: { kind: 'unreadable', message: expect.stringMatching(/line 3/) } });
    expect(JSON.stringify(plan)).not.toContain('fixture-secret');
  });

  it('does nothing where the file was changed since it was looked at', async () => {
    const place = placeOf('gemini');
    const plan = await planConnect(place, entryFor('gemini'));
    if (!plan.ok) throw new Error(plan.error.message);
    writeFileSync(place.file, '{ "theme": "other" }');
    expect(await connect(plan.value, NOW)).toMatchObject({ ok: false, error: { kind: 'changed' } });
    expect([readFileSync(place.file, 'utf8'), filesBeside(place)]).toEqual(['{ "theme": "other" }', ['settings.json']]);
  });
});
