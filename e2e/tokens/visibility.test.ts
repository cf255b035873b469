import type { NewTokenRequest } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { eras } from '../record/fixtures/clients.ts';
import type { Answer, RecordingClient } from './fixtures/recording-client.ts';
import { useTokensWorld } from './fixtures/world.ts';

const world = useTokensWorld();
const SOON = { timeout: 15_000, interval: 50 };

/** Every text of the server `hidden`, and the gateway's names for it. */
const OF_HIDDEN = /of hidden|hidden one|hidden more|How hidden|hidden:\/\/|hidden__|## hidden/;

const LIMITS: readonly (readonly [string, Partial<NewTokenRequest>])[] = [
  ['for a server', { servers: ['open'] }],
  ['for a profile', { profile: 'part' }],
];
const CASES = eras.flatMap((era) => LIMITS.map(([what, request]) => ({ era, what, request })));

/** A similar name without other matches, so that suggestions must be the same. */
const NOWHERE = 'bidden';

const ref = (name: string) => ({ type: 'ref/prompt', name });
/** Requests by a name or a URI of a server. */
const ABOUT: readonly (readonly [string, (server: string) => Record<string, unknown>])[] = [
  ['tools/call', (server) => ({ name: `${server}__look`, arguments: {} })],
  ['prompts/get', (server) => ({ name: `${server}__${server}_prompt`, arguments: {} })],
  ['resources/read', (server) => ({ uri: `${server}://one` })],
  ['resources/read', (server) => ({ uri: `${server}://of-the-template` })],
  [
    'completion/complete',
    (server) => ({ ref: ref(`${server}__${server}_prompt`), argument: { name: 'topic', value: '' } }),
  ],
  [
    'completion/complete',
    (server) => ({ ref: { type: 'ref/resource', uri: `${server}://{id}` }, argument: { name: 'id', value: '' } }),
  ],
  ['resources/subscribe', (server) => ({ uri: `${server}://one` })],
];
/** The same in search mode. */
const SEARCHED: readonly ((server: string) => Record<string, unknown>)[] = [
  (server) => ({ name: 'describe_tool', arguments: { ids: [`${server}__look`] } }),
  (server) => ({ name: 'call_tool_read', arguments: { id: `${server}__look`, arguments: {} } }),
  (server) => ({ name: 'call_tool_destructive', arguments: { id: `${server}__wipe`, arguments: {} } }),
  (server) => ({ name: 'retrieve_tools', arguments: { query: 'look', server } }),
];

/** The answer with one server name replaced by another. */
const renamed = (answer: Answer, from: string): unknown =>
  JSON.parse(JSON.stringify(answer).replaceAll(from, 'server-x'));

async function everything(speaker: RecordingClient, era: string): Promise<string> {
  const parts: Answer[] = [];
  for (const list of ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'])
    parts.push(await speaker.ask(list));
  if (era === 'modern') parts.push(await speaker.ask('server/discover'));
  return JSON.stringify(parts);
}

describe.each(CASES)('a token $what, in the $era era', ({ era, request }) => {
  it('lists nothing else, and its instructions mention nothing else', async () => {
    const { token, speak, gateway } = world();
    const limited = await speak((await token(request)).token, era);
    const owner = await speak(gateway.token ?? '', era);
    const [part, all] = [await everything(limited, era), await everything(owner, era)];
    expect([OF_HIDDEN.test(all), OF_HIDDEN.test(owner.got()), part.includes('open__look')]).toEqual([true, true, true]);
    expect(limited.got()).toContain('How open is used.');
    expect(limited.got()).not.toMatch(/hidden/);
  });

  it('gets the same answers about other servers as about nonexistent ones', async () => {
    const { token, speak, reached } = world();
    const speaker = await speak((await token(request)).token, era);
    const before = reached('hidden');
    for (const [method, paramsOf] of ABOUT) {
      const [hidden, nowhere, open] = [
        await speaker.ask(method, paramsOf('hidden')),
        await speaker.ask(method, paramsOf(NOWHERE)),
        await speaker.ask(method, paramsOf('open')),
      ];
      expect(renamed(hidden, 'hidden'), method).toEqual(renamed(nowhere, NOWHERE));
      expect(JSON.stringify(hidden), method).not.toMatch(/of hidden/);
      if (method !== 'resources/subscribe' || era === 'older') expect(open.error, method).toBeUndefined();
    }
    expect(reached('hidden')).toEqual(before);
  });

  it('finds, reads and calls nothing else in search mode', async () => {
    const { token, speak, reached } = world();
    const speaker = await speak((await token(request)).token, era, '/mcp/search');
    const before = reached('hidden');
    for (const paramsOf of SEARCHED) {
      const [hidden, nowhere] = [
        await speaker.ask('tools/call', paramsOf('hidden')),
        await speaker.ask('tools/call', paramsOf(NOWHERE)),
      ];
      expect(renamed(hidden, 'hidden'), String(paramsOf('hidden')['name'])).toEqual(renamed(nowhere, NOWHERE));
    }
    const query = { name: 'retrieve_tools', arguments: { query: 'look something of', limit: 50 } };
    const found = JSON.stringify(await speaker.ask('tools/call', query));
    expect([found.includes('open__look'), /hidden/.test(found)]).toEqual([true, false]);
    expect([speaker.got().includes('How open is used'), reached('hidden')]).toEqual([era === 'older', before]);
    expect(speaker.got()).not.toMatch(/of hidden|How hidden/);
  });

  it('receives none of its notifications: no log, no resource update, no list change', async () => {
    const { token, speak, gateway } = world();
    const uris = ['open://one', 'hidden://one'];
    const limited = await speak((await token(request)).token, era);
    const owner = await speak(gateway.token ?? '', era);
    const [part, all] = [await limited.listen(uris), await owner.listen(uris)];
    const changes = (text: string): readonly string[] =>
      [...text.matchAll(/notifications\/(\w+)\/list_changed/g)].map(([, list = '']) => list);
    // Answers echo the requested name, which is replaced here.
    const said = (text: string): string =>
      text
        .split('\n')
        .filter((line) => !line.includes('subscriptions/acknowledged'))
        .join('\n');
    await owner.ask('tools/call', { name: 'hidden__talk', arguments: {} });
    await expect.poll(() => new Set(changes(all.heard())).size, SOON).toBe(3);
    await expect.poll(() => all.heard().includes('hidden://one'), SOON).toBe(true);
    expect(said(part.heard())).not.toMatch(/hidden|list_changed/);
    await owner.ask('tools/call', { name: 'open__talk', arguments: {} });
    await expect.poll(() => part.heard().includes('open://one'), SOON).toBe(true);
    // A profile with three tools selected by name does not get new ones.
    const lists = request.profile === undefined ? ['tools', 'prompts', 'resources'] : ['prompts', 'resources'];
    await expect.poll(() => [...new Set(changes(part.heard()))].toSorted(), SOON).toEqual(lists.toSorted());
    expect(said(part.heard())).not.toMatch(/hidden/);
    expect(limited.got()).not.toMatch(/of hidden/);
  });
});

describe.each(eras)('a profile, for a client of the %s era', (era) => {
  it('hides tools of an included server, from its token at every URL and from others at its own URL', async () => {
    const { token, speak, gateway, reached } = world();
    const pinned = (await token({ profile: 'part' })).token;
    const own = gateway.token ?? '';
    const before = reached('open').filter((line) => line === 'tools/call wipe').length;
    for (const [secret, path] of [
      [pinned, '/mcp'],
      [pinned, '/mcp/p/part'],
      [own, '/mcp/p/part'],
    ] as const) {
      const speaker = await speak(secret, era, path);
      const { result } = await speaker.ask('tools/list');
      const tools = result?.['tools'] as readonly { readonly name: string }[];
      expect(tools.map(({ name }) => name)).toEqual(['open__look', 'open__talk', 'open__add']);
      const wiped = await speaker.ask('tools/call', { name: 'open__wipe', arguments: {} });
      const nothing = await speaker.ask('tools/call', { name: 'open__nothing', arguments: {} });
      expect(renamed(wiped, 'open__wipe')).toEqual(renamed(nothing, 'open__nothing'));
    }
    for (const path of ['/mcp/search', '/mcp/p/part/search']) {
      const speaker = await speak(pinned, era, path);
      const ask = (id: string) =>
        speaker.ask('tools/call', { name: 'call_tool_destructive', arguments: { id, arguments: {} } });
      expect(renamed(await ask('open__wipe'), 'open__wipe')).toEqual(
        renamed(await ask('open__nothing'), 'open__nothing'),
      );
      const found = await speaker.ask('tools/call', { name: 'retrieve_tools', arguments: { query: 'wipe something' } });
      expect(JSON.stringify(found)).not.toMatch(/open__wipe|hidden/);
    }
    expect(reached('open').filter((line) => line === 'tools/call wipe')).toHaveLength(before);
  });
});
