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
import { MOST_BACKUPS } from './backups.ts';
import { CLIENT_IDS } from './clients.ts';
import { serversIn } from './edit-entry.ts';
import type { Way } from './entry.ts';
import {
  entryFor,
  filesBeside,
  HTTP,
  homeOf,
  NOW,
  placeOf,
  put,
  TOKEN,
  takeOut,
  useClientWorld,
} from './fixtures/client-world.ts';

useClientWorld();

/** What people's files look like. */
const LOOKS: readonly [string, (text: string) => string][] = [
  ['as it is', (text) => text],
  ['with CRLF', (text) => text.replaceAll('\n', '\r\n')],
  ['with a byte order mark', (text) => `\uFEFF${text}`],
  ['with both, and no line end last', (text) => `\uFEFF${text.replaceAll('\n', '\r\n').trimEnd()}`],
  ['with tabs', (text) => text.replaceAll('  ', '\t')],
  ['empty', () => ''],
];

const CASES = CLIENT_IDS.flatMap((client) => LOOKS.map(([look, make]) => [client, look, make] as const));

describe.each(CASES)('the file of %s, %s', (client, _look, make) => {
  it('gets Toolmark, keeps the rest to the byte, and gets back to what it was', async () => {
    const place = placeOf(client);
    const original = make(readFileSync(place.file, 'utf8'));
    writeFileSync(place.file, original, { mode: 0o640 });
    chmodSync(place.file, 0o640);
    const beside = filesBeside(place);
    const before = serversIn(original.replace(/^\uFEFF/, ''), place);
    const { plan } = await put(place);
    const written = readFileSync(place.file, 'utf8');
    // All that was there is still there, in its order: the only thing that may be new in an old line is a comma.
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
    // A file with a token in it is for its owner alone.
    expect(statSync(place.file).mode & 0o777).toBe(written.includes(TOKEN) ? 0o600 : 0o640);

    const again = await put(place);
    expect([again.plan.kind, again.backup]).toEqual(['same', undefined]);
    expect(readFileSync(place.file, 'utf8')).toBe(written);

    expect(await takeOut(place)).toBe('restored');
    expect(readFileSync(place.file, 'utf8')).toBe(original);
    expect(filesBeside(place)).toEqual(beside);
    expect(await takeOut(place)).toBe('nothing');
  });

  it('loses only the entry where it was changed since', async () => {
    const place = placeOf(client);
    writeFileSync(place.file, make(readFileSync(place.file, 'utf8')));
    const original = readFileSync(place.file, 'utf8');
    await put(place);
    const edited =
      place.format === 'toml'
        ? `${readFileSync(place.file, 'utf8')}\n[mcp_servers.mine]\ncommand = "mine"\n`
        : readFileSync(place.file, 'utf8').replace('{', '{ /* mine */');
    writeFileSync(place.file, edited);
    expect(await takeOut(place)).toBe('removed');
    const left = readFileSync(place.file, 'utf8');
    expect(left).not.toContain('toolmark');
    const [servers, before] = [left, original].map((text) => serversIn(text.replace(/^\uFEFF/, ''), place));
    if (!servers?.ok || !before?.ok) throw new Error('unreadable');
    const mine = place.format === 'toml' ? [['mine', { command: 'mine' }]] : [];
    expect(servers.value).toEqual([...before.value, ...mine]);
    if (place.format === 'json') expect(left).toContain('/* mine */');
  });
});

/** What is new in a text that has all of an older one in it, in its order. */
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
  it('makes a file that is not there, for nobody else to read, and takes it away again', async () => {
    const place = placeOf('cursor');
    rmSync(dirname(place.file), { recursive: true });
    const { plan, backup } = await put(place);
    expect([plan.kind, backup?.isNone, statSync(place.file).mode & 0o777]).toEqual(['new', true, 0o600]);
    expect(await takeOut(place)).toBe('deleted');
    expect(readdirSync(dirname(place.file))).toEqual([]);
  });

  it('follows a link, and leaves it one', async () => {
    const place = placeOf('zed');
    const target = join(homeOf(), 'dotfiles', 'zed.json');
    mkdirSync(dirname(target));
    const original = readFileSync(place.file, 'utf8');
    writeFileSync(target, original);
    rmSync(place.file);
    symlinkSync(target, place.file);
    await put(place);
    expect(lstatSync(place.file).isSymbolicLink()).toBe(true);
    expect(realpathSync(place.file)).toBe(realpathSync(target));
    expect(readFileSync(target, 'utf8')).toContain('toolmark');
    // Where the link is, and not where it leads to: that may be a repository.
    expect(readdirSync(dirname(target))).toEqual(['zed.json']);
    expect(await takeOut(place)).toBe('restored');
    expect([lstatSync(place.file).isSymbolicLink(), readFileSync(target, 'utf8')]).toEqual([true, original]);
  });

  it('changes another way of reaching it in its place, and goes back to before both', async () => {
    const place = placeOf('windsurf');
    const original = readFileSync(place.file, 'utf8');
    await put(place);
    const search: Way = { ...HTTP, url: `${HTTP.url}/search` };
    expect((await put(place, entryFor('windsurf', search), new Date(NOW.getTime() + 60_000))).plan.kind).toBe(
      'changed',
    );
    expect(readFileSync(place.file, 'utf8')).toContain('/mcp/search');
    expect(await takeOut(place)).toBe('restored');
    expect(readFileSync(place.file, 'utf8')).toBe(original);
  });

  it('goes back to the entry that somebody else had called so', async () => {
    const place = placeOf('cursor');
    const original = '{ "mcpServers": { "toolmark": { "command": "my-own" } } }';
    writeFileSync(place.file, original);
    expect((await put(place)).plan.kind).toBe('changed');
    expect(await takeOut(place)).toBe('restored');
    expect(readFileSync(place.file, 'utf8')).toBe(original);
  });

  it('keeps few of what was there, for nobody else to read', async () => {
    const place = placeOf('cursor');
    for (let number = 0; number < MOST_BACKUPS + 4; number += 1) {
      await put(place, entryFor('cursor', { ...HTTP, url: `${HTTP.url}/p/n${number}` }));
    }
    const backups = readdirSync(dirname(place.file)).filter((name) => name.includes('.toolmark-backup-'));
    expect(backups).toHaveLength(MOST_BACKUPS);
    expect(backups.map((name) => statSync(join(dirname(place.file), name)).mode & 0o777)).toEqual(
      backups.map(() => 0o600),
    );
  });

  it.each(CLIENT_IDS)('shows of the file of %s no secret, line by line', async (client) => {
    const { shown } = (await put(placeOf(client))).plan;
    for (const { lines, shown: masked } of [shown.before, shown.after]) {
      expect(masked).toHaveLength(lines.length);
      expect(masked.join('\n')).not.toMatch(/fixture-(?:secret|token)/);
    }
    if (client !== 'claude-desktop') expect(shown.after.shown.join('\n')).toContain(MASK);
  });
});
