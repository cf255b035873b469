import { type JsonObject, result } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import { OWN_ENTRANCE } from '../../model/entrance.ts';
import { audienceWorld } from '../fixtures/audience-world.ts';
import { legacyCaller } from '../fixtures/caller.ts';
import { createTestServer } from '../fixtures/server.ts';
import { createWorld } from '../fixtures/world.ts';
import { LIST_CHANGE_WINDOW_MS, SUBSCRIPTIONS_PER_CLIENT } from '../limits.ts';

describe('list changes', () => {
  it('are announced to every session, and to listeners with that filter, once for all within the window', () => {
    const { core, clock, session, listener } = audienceWorld();
    const [one, tools, none] = [session('one'), listener({ toolsListChanged: true }), listener({})];
    core.onOffer('s', ['tools', 'resources']);
    core.onOffer('t', ['tools']);
    core.onOffer('t', []);
    expect(one.heard).toEqual([]);
    clock.pass(LIST_CHANGE_WINDOW_MS);
    expect([one.heard, tools.heard, none.heard]).toEqual([
      ['notifications/tools/list_changed', 'notifications/resources/list_changed'],
      [['notifications/tools/list_changed', {}]],
      [],
    ]);
    core.onOffer('s', ['prompts']);
    clock.pass(LIST_CHANGE_WINDOW_MS);
    expect(one.heard.at(-1)).toBe('notifications/prompts/list_changed');
    expect(clock.planned()).toBe(0);
  });

  it('are not announced to closed sessions, nor after the end', () => {
    const { core, clock, session, listener } = audienceWorld();
    const [gone, ended, stays] = [session('gone'), listener({ toolsListChanged: true }), session('stays')];
    gone.close();
    gone.close();
    ended.close();
    core.onOffer('s', ['tools']);
    clock.pass(LIST_CHANGE_WINDOW_MS);
    core.onOffer('s', ['tools']);
    core.close();
    clock.pass(LIST_CHANGE_WINDOW_MS);
    expect([gone.heard, ended.heard, stays.heard]).toEqual([[], [], ['notifications/tools/list_changed']]);
  });

  it('reach the others when one client cannot be notified', () => {
    const { core, clock, session, logged } = audienceWorld();
    core.openSession({
      id: 'broken',
      principal: 'local',
      notify: () => {
        throw new Error('gone');
      },
    });
    const fine = session('fine');
    core.onOffer('s', ['tools']);
    clock.pass(LIST_CHANGE_WINDOW_MS);
    expect(fine.heard).toEqual(['notifications/tools/list_changed']);
    expect(logged).toEqual([
      ['warn', { method: 'notifications/tools/list_changed', error: 'gone' }, 'a client could not be notified'],
    ]);
  });
});

describe('a listener', () => {
  it.each<[string, JsonObject, JsonObject]>([
    [
      'for all',
      { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true },
      { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true },
    ],
    ['for nothing', {}, {}],
    ['with values other than true', { toolsListChanged: 'yes', promptsListChanged: false, unknown: true }, {}],
    ['for resources', { resourceSubscriptions: ['s:1', 's:1', 'x:1', 7] }, { resourceSubscriptions: ['s:1'] }],
    ['for resources that are none', { resourceSubscriptions: 's:1' }, {}],
  ])('%s gets the honored filters', (_, filter, expected) => {
    expect(audienceWorld().listener(filter).honored).toEqual(expected);
  });

  it('has only the filters honored that the server passed through supports', () => {
    const server = createTestServer('s', 'modern', { capabilities: { tools: {} } });
    const { core } = createWorld([server], { transparent: true });
    const filter = { toolsListChanged: true, promptsListChanged: true, resourceSubscriptions: ['s:1'] };
    expect(core.listen(filter, OWN_ENTRANCE, () => {}).honored).toEqual({
      toolsListChanged: true,
    });
  });
});

describe('a subscription', () => {
  it('is notified of changes under the address that the client used', async () => {
    const { server, session, listener, updated } = audienceWorld();
    const [one, two] = [session('one'), session('two')];
    const listening = listener({ resourceSubscriptions: ['s:1', 's:2'] });
    expect(await one.request('resources/subscribe', { uri: 's:1' })).toEqual(result({}));
    updated('s', 's:1');
    updated('t', 's:1');
    updated('s', 's:3');
    const heard = ['notifications/resources/updated', { uri: 's:1', title: 'x' }];
    expect([one.heard, two.heard, listening.heard]).toEqual([[heard], [], [heard]]);
    expect(server.watched).toEqual([['s:1', 's:2']]);
  });

  it('covers the parts of a resource', async () => {
    const { session, updated } = audienceWorld();
    const one = session('one');
    await one.request('resources/subscribe', { uri: 's:dir' });
    updated('s', 's:dir/file');
    updated('s', 's:directory');
    await one.request('resources/subscribe', { uri: 's:dir/sub' });
    updated('s', 's:dir/sub');
    expect(one.heard).toEqual([
      ['notifications/resources/updated', { uri: 'exposed:s:s:dir/file', title: 'x' }],
      ['notifications/resources/updated', { uri: 's:dir/sub', title: 'x' }],
    ]);
  });

  it('is watched at the server as long as a client has it', async () => {
    const { server, other, session, listener } = audienceWorld();
    const [one, two] = [session('one'), session('two')];
    await one.request('resources/subscribe', { uri: 's:1' });
    await one.request('resources/subscribe', { uri: 's:1' });
    await two.request('resources/subscribe', { uri: 's:1' });
    const listening = listener({ resourceSubscriptions: ['s:2', 't:1', 's:1'] });
    await one.request('resources/unsubscribe', { uri: 's:1' });
    await one.request('resources/unsubscribe', { uri: 's:never' });
    two.close();
    listening.close();
    expect(server.watched).toEqual([['s:1'], ['s:1', 's:2'], []]);
    expect(other.watched).toEqual([['t:1'], []]);
  });

  it.each<[string, string, string, number]>([
    ['to an unknown resource', 'one', 'x:1', -32002],
    ['to a resource of a server without subscriptions', 'one', 's:1', -32601],
    ['of a session that is gone', 'gone', 't:1', -32001],
  ])('%s is refused', async (_, id, uri, code) => {
    const { session, server, core } = audienceWorld();
    session('one');
    server.set({ offer: { capabilities: { resources: {} } } });
    const reply = await core.handle('resources/subscribe', { uri }, legacyCaller({ session: id }));
    expect(reply).toMatchObject({ kind: 'error', error: { code } });
  });

  it('is refused beyond the limit', async () => {
    const { session } = audienceWorld();
    const one = session('one');
    for (let count = 0; count < SUBSCRIPTIONS_PER_CLIENT; count++)
      await one.request('resources/subscribe', { uri: `s:${count}` });
    expect(await one.request('resources/subscribe', { uri: 's:one-more' })).toMatchObject({ error: { code: -32602 } });
  });
});
