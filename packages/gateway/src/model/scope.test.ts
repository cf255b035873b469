import { describe, expect, it } from 'vitest';
import { legacyCaller, modernCaller } from '../core/fixtures/caller.ts';
import { createTestServer } from '../core/fixtures/server.ts';
import { createWorld } from '../core/fixtures/world.ts';
import { LIST_CHANGE_WINDOW_MS } from '../core/limits.ts';
import { OWN_ENTRANCE } from './entrance.ts';
import type { Scope } from './scope.ts';

const onlyS: Scope = { key: 's', hasServer: (server) => server === 's', hasTool: () => true };

/** Two servers, of which the caller is to know one. */
function setUp() {
  const offer = { capabilities: { tools: {}, resources: { subscribe: true }, logging: {} } };
  const s = createTestServer('s', 'legacy', { ...offer, instructions: 'Of s.' });
  const t = createTestServer('t', 'legacy', { ...offer, instructions: 'Of t.' });
  const world = createWorld([s, t]);
  const heard: unknown[] = [];
  world.core.openSession({
    id: 'one',
    principal: 'ci',
    scope: () => onlyS,
    notify: (method, params) => void heard.push([method, params?.['logger'] ?? params?.['uri']]),
  });
  const ask = (method: string, params: object) =>
    world.core.handle(method, { ...params }, legacyCaller({ session: 'one', scope: onlyS }));
  return { ...world, s, t, heard, ask };
}

describe('who sees only a part', () => {
  it.each<[string, object]>([
    ['tools/call', { name: 't__a', arguments: {} }],
    ['prompts/get', { name: 't__hello' }],
    ['completion/complete', { ref: { type: 'ref/prompt', name: 't__hello' }, argument: { name: 'a', value: '' } }],
    ['completion/complete', { ref: { type: 'ref/resource', uri: 't://{id}' }, argument: { name: 'a', value: '' } }],
    ['resources/read', { uri: 't:1' }],
    ['resources/subscribe', { uri: 't:1' }],
  ])('gets for %s what they would get if the rest did not exist', async (method, params) => {
    const { ask, t } = setUp();
    const gone = createWorld([createTestServer('s', 'legacy')]);
    gone.core.openSession({ id: 'one', principal: 'ci', notify: () => {} });
    const without = await gone.core.handle(method, { ...params }, legacyCaller({ session: 'one' }));
    expect(await ask(method, params)).toEqual(without);
    expect(t.received).toEqual([]);
  });

  it('is not told why a server is away that does not exist for them', async () => {
    const { ask, t } = setUp();
    t.set({ status: { state: 'failed', reason: 'secret reason' } });
    expect(await ask('tools/call', { name: 't__gone', arguments: {} })).toMatchObject({
      error: { message: 'Unknown tool: t__gone' },
    });
  });

  it('reads the instructions of what they see', async () => {
    const { core } = setUp();
    expect(core.describe({ ...OWN_ENTRANCE, scope: onlyS }).instructions).toContain('Of s.');
    expect(core.describe({ ...OWN_ENTRANCE, scope: onlyS }).instructions).not.toMatch(/Of t|## t/);
    expect(core.describe().instructions).toContain('Of t.');
    const discovered = await core.handle('server/discover', {}, modernCaller({ scope: onlyS }));
    expect(JSON.stringify(discovered)).not.toContain('Of t.');
  });

  it('hears no log message of the rest', async () => {
    const { core, ask, heard } = setUp();
    await ask('logging/setLevel', { level: 'debug' });
    for (const name of ['s', 't'])
      core.onNotification(name, { method: 'notifications/message', params: { level: 'error', data: name } });
    expect(heard).toEqual([['notifications/message', 's']]);
  });

  it('cannot listen to resources of the rest', () => {
    const { core } = setUp();
    const listen = (scope: Scope | undefined) =>
      core.listen({ resourceSubscriptions: ['s:1', 't:1'] }, { principal: 'ci', scope }, () => {}).honored;
    expect([listen(onlyS), listen(undefined)]).toEqual([
      { resourceSubscriptions: ['s:1'] },
      { resourceSubscriptions: ['s:1', 't:1'] },
    ]);
  });
});

describe('changes of lists', () => {
  it('are told to who can see them, and to nobody else', () => {
    const { core, clock, heard, offer } = setUp();
    const all: string[] = [];
    const part: string[] = [];
    core.openSession({ id: 'all', principal: 'local', notify: (method) => void all.push(method) });
    core.listen({ toolsListChanged: true }, { principal: 'ci', scope: onlyS }, (method) => void part.push(method));
    const told = (): readonly number[] => {
      core.onOffer('', ['tools']);
      clock.pass(LIST_CHANGE_WINDOW_MS);
      return [heard.length, part.length, all.length];
    };
    expect(told()).toEqual([0, 0, 1]);
    const { within } = createWorld([createTestServer('s', 'legacy')]).catalog();
    // Made anew, and the same to read.
    offer({ within });
    expect(told()).toEqual([0, 0, 2]);
    offer({ within: (scope) => ({ ...within(scope), tools: within(scope).tools.slice(1) }) });
    expect(told()).toEqual([1, 1, 3]);
    expect(told()).toEqual([1, 1, 4]);
  });

  it('that happened while nobody saw that part are not told later, when something else changes', () => {
    const { core, clock, heard, offer } = setUp();
    const told = (): number => {
      core.onOffer('', ['tools']);
      clock.pass(LIST_CHANGE_WINDOW_MS);
      return heard.length;
    };
    const onlyT: Scope = { key: 't', hasServer: (server) => server === 't', hasTool: () => true };
    const part: string[] = [];
    const open = (id: string) =>
      core.openSession({ id, principal: 'ci', scope: () => onlyT, notify: (method) => void part.push(method) });
    open('first').close();
    const { within } = createWorld([createTestServer('s', 'legacy')]).catalog();
    offer({ within });
    told();
    open('after a while in which nobody was there');
    told();
    expect(part).toEqual([]);
  });
});
