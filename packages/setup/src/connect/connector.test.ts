import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { MASK } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { MAX_BACKUPS } from './backups.ts';
import { CLIENT_IDS } from './clients.ts';
import { serversIn } from './edit-entry.ts';
import type { Way } from './entry.ts';
import {
  connectClient,
  entryFor,
  filesBeside,
  HTTP,
  homeFolder,
  NOW,
  placeOf,
  TOKEN,
  undoClient,
  useClientWorld,
} from './fixtures/client-world.ts';

useClientWorld();

/** The formats of real config files. */
const FORMATS: readonly [string, (text: string) => string][] = [
  ['unchanged', (text) => text],
  ['with CRLF', (text) => text.replaceAll('\n', '\r\n')],
  ['with a byte order mark', (text) => `\uFEFF${text}`],
  ['with both, without a final line end', (text) => `\uFEFF${text.replaceAll('\n', '\r\n').trimEnd()}`],
  ['with tabs', (text) => text.replaceAll('  ', '\t')],
  ['empty', () => ''],
];

/** YAML takes no tabs. */
const YAML_CLIENTS: readonly string[] = ['goose', 'continue'];
const CASES = CLIENT_IDS.flatMap((client) =>
  FORMATS.filter(([format]) => format !== 'with tabs' || !YAML_CLIENTS.includes(client)).map(
    ([format, make]) => [client, format, make] as const,
  ),
);

describe.each(CASES)('the file of %s, %s', (client, _format, make) => {
  it('gets Toolmark, keeps the rest byte for byte, and is restored by undo', async () => {
    const place = placeOf(client);
    const original = make(readFileSync(place.file, 'utf8'));
    writeFileSync(place.file, original, { mode: 0o640 });
    chmodSync(place.file, 0o640);
    const beside = filesBeside(place);
    const before = serversIn(original.replace(/^\uFEFF/, ''), place);
    const { plan } = await connectClient(place);
    const written = readFileSync(place.file, 'utf8');
    // All old lines are still there in their order; only a comma may be added to one.
    expect(insertedInto(original, written)).toContain('toolmark');
    expect(written.startsWith('\uFEFF')).toBe(original.startsWith('\uFEFF'));
    if (original.includes('\r\n')) expect(written.replaceAll('\r\n', '')).not.toContain('\n');
    const after = serversIn(written.replace(/^\uFEFF/, ''), place);
    if (!before.ok || !after.ok) throw new Error('unreadable');
    expect(Object.fromEntries(after.value)).toEqual({
      ...Object.fromEntries(before.value),
      toolmark: entryFor(client),
    });
    expect(plan.others).toEqual(before.value.map(([name]) => name));
    // A file with a token is readable only by its owner.
    expect(statSync(place.file).mode & 0o777).toBe(written.includes(TOKEN) ? 0o600 : 0o640);

    const again = await connectClient(place);
    expect([again.plan.kind, again.backup]).toEqual(['same', undefined]);
    expect(readFileSync(place.file, 'utf8')).toBe(written);

    expect(await undoClient(place)).toBe('restored');
    expect(readFileSync(place.file, 'utf8')).toBe(original);
    expect(filesBeside(place)).toEqual(beside);
    expect(await undoClient(place)).toBe('nothing');
  });

  it('loses only the entry if it was changed since', async () => {
    const place = placeOf(client);
    writeFileSync(place.file, make(readFileSync(place.file, 'utf8')));
    const original = readFileSync(place.file, 'utf8');
    await connectClient(place);
    writeFileSync(place.file, EDITS[place.format](readFileSync(place.file, 'utf8')));
    expect(await undoClient(place)).toBe('removed');
    const left = readFileSync(place.file, 'utf8');
    expect(left).not.toContain('toolmark');
    const [servers, before] = [left, original].map((text) => serversIn(text.replace(/^\uFEFF/, ''), place));
    if (!servers?.ok || !before?.ok) throw new Error('unreadable');
    const mine = place.format === 'toml' ? [['mine', { command: 'mine' }]] : [];
    expect(servers.value).toEqual([...before.value, ...mine]);
    if (place.format !== 'toml') expect(left).toMatch(/[/#][*]? mine/);
  });
});

/** What a person writes into a file after it was connected. */
const EDITS = {
  json: (text: string) => text.replace('{', '{ /* mine */'),
  toml: (text: string) => `${text}\n[mcp_servers.mine]\ncommand = "mine"\n`,
  yaml: (text: string) => `${text}\n# mine\n`,
};

/** The parts of a text that an older text does not have, if all lines of the older one are there in order. */
function insertedInto(before: string, after: string): string {
  let inserted = '';
  let at = 0;
  for (const character of after) {
    if (before[at] === character) at += 1;
    else inserted += character;
  }
  expect(before.slice(at)).toBe('');
  return inserted;
}

describe('connecting', () => {
  it('creates a missing file, readable only by its owner, and deletes it on undo', async () => {
    const place = placeOf('cursor');
    rmSync(dirname(place.file), { recursive: true });
    const { plan, backup } = await connectClient(place);
    expect([plan.kind, backup?.isNone, statSync(place.file).mode & 0o777]).toEqual(['new', true, 0o600]);
    expect(await undoClient(place)).toBe('deleted');
    expect(readdirSync(dirname(place.file))).toEqual([]);
  });

  it('follows a link and keeps it', async () => {
    const place = placeOf('zed');
    const target = join(homeFolder(), 'dotfiles', 'zed.json');
    mkdirSync(dirname(target));
    const original = readFileSync(place.file, 'utf8');
    writeFileSync(target, original);
    rmSync(place.file);
    symlinkSync(target, place.file);
    await connectClient(place);
    expect(lstatSync(place.file).isSymbolicLink()).toBe(true);
    expect(realpathSync(place.file)).toBe(realpathSync(target));
    expect(readFileSync(target, 'utf8')).toContain('toolmark');
    // The backup is beside the link, not beside its target, which may be in a repository.
    expect(readdirSync(dirname(target))).toEqual(['zed.json']);
    expect(await undoClient(place)).toBe('restored');
    expect([lstatSync(place.file).isSymbolicLink(), readFileSync(target, 'utf8')]).toEqual([true, original]);
  });

  it('replaces another way of connecting, and undo restores the state before both', async () => {
    const place = placeOf('windsurf');
    const original = readFileSync(place.file, 'utf8');
    await connectClient(place);
    const search: Way = { ...HTTP, url: `${HTTP.url}/search` };
    expect((await connectClient(place, entryFor('windsurf', search), new Date(NOW.getTime() + 60_000))).plan.kind).toBe(
      'changed',
    );
    expect(readFileSync(place.file, 'utf8')).toContain('/mcp/search');
    expect(await undoClient(place)).toBe('restored');
    expect(readFileSync(place.file, 'utf8')).toBe(original);
  });

  it('restores an entry of the same name that belonged to another program', async () => {
    const place = placeOf('cursor');
    const original = '{ "mcpServers": { "toolmark": { "command": "my-own" } } }';
    writeFileSync(place.file, original);
    expect((await connectClient(place)).plan.kind).toBe('changed');
    expect(await undoClient(place)).toBe('restored');
    expect(readFileSync(place.file, 'utf8')).toBe(original);
  });

  it('keeps few backups, readable only by their owner', async () => {
    const place = placeOf('cursor');
    for (let number = 0; number < MAX_BACKUPS + 4; number += 1) {
      await connectClient(place, entryFor('cursor', { ...HTTP, url: `${HTTP.url}/p/n${number}` }));
    }
    const backups = readdirSync(dirname(place.file)).filter((name) => name.includes('.toolmark-backup-'));
    expect(backups).toHaveLength(MAX_BACKUPS);
    expect(backups.map((name) => statSync(join(dirname(place.file), name)).mode & 0o777)).toEqual(
      backups.map(() => 0o600),
    );
  });

  it.each(CLIENT_IDS)('shows the file of %s without secrets', async (client) => {
    const { shown } = (await connectClient(placeOf(client))).plan;
    for (const { lines, shown: masked } of [shown.before, shown.after]) {
      expect(masked).toHaveLength(lines.length);
      expect(masked.join('\n')).not.toMatch(/fixture-(?:secret|token)/);
    }
    if (client !== 'claude-desktop' && client !== 'junie') expect(shown.after.shown.join('\n')).toContain(MASK);
  });
});
