import { failed, type JsonObject, result } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import { settle } from '../../../../base/src/fixtures/test-clock.ts';
import { audienceWorld } from '../../core/fixtures/audience-world.ts';
import { legacyCaller } from '../../core/fixtures/caller.ts';
import { PAGE_ID_LENGTH, PAGES_REMEMBERED } from './limits.ts';
import { createPages } from './pages.ts';

const COMPLETE = 'notifications/elicitation/complete';
const page = (elicitationId: unknown): JsonObject => ({ mode: 'url', url: 'https://x.example', elicitationId });

describe('a web page that a client is led to', () => {
  const world = () => {
    const each = audienceWorld();
    each.server.answer(undefined);
    const caller = legacyCaller({ session: 'one', capabilities: { elicitation: { url: {} } } });
    const complete = (server = 's', elicitationId = 'e') =>
      each.core.onNotification(server, { method: COMPLETE, params: { elicitationId } });
    return { ...each, caller, complete, sessions: [each.session('one'), each.session('two')] as const };
  };

  it('is done while its request is open: told on its stream, to nobody else', async () => {
    const { core, caller, complete, sessions } = world();
    void core.handle('tools/call', { name: 's__a' }, caller);
    void core.onRequest('s', 'elicitation/create', page('e'));
    complete('t');
    complete('s', 'other');
    expect(caller.notified).toEqual([]);
    complete();
    complete();
    expect([caller.notified, sessions[0].heard, sessions[1].heard]).toEqual([
      [[COMPLETE, { elicitationId: 'e' }]],
      [],
      [],
    ]);
  });

  it.each<[string, boolean]>([
    ['was asked for', false],
    ['was the reply', true],
  ])('is done after its request, where it %s: told to its session, to nobody else', async (_, isReply) => {
    const { core, server, caller, complete, sessions } = world();
    const reply = core.handle('tools/call', { name: 's__a' }, caller);
    const required = failed({ code: -32042, message: 'visit', data: { elicitations: [7, page('e')] } });
    if (!isReply) {
      void core.onRequest('s', 'elicitation/create', page('e'));
      caller.asked[0]?.reply(result({ action: 'accept' }));
      await settle();
    }
    server.last().reply(isReply ? required : result({}));
    await reply;
    complete();
    complete();
    expect([caller.notified, sessions[0].heard, sessions[1].heard]).toEqual([
      [],
      [[COMPLETE, { elicitationId: 'e' }]],
      [],
    ]);
  });

  it('is done on the stream of somebody else', async () => {
    const { core, server, caller, sessions } = world();
    void core.handle('tools/call', { name: 's__a' }, caller);
    void server.last().ask('elicitation/create', page('e'));
    const other = legacyCaller({ session: 'two' });
    void core.handle('tools/call', { name: 's__a' }, other);
    server.last().exchange.onNotification?.({ method: COMPLETE, params: { elicitationId: 'e' } });
    expect([caller.notified, other.notified, sessions[0].heard]).toEqual([
      [[COMPLETE, { elicitationId: 'e' }]],
      [],
      [],
    ]);
  });

  it.each<[string, string | undefined, JsonObject]>([
    ['a form', 'one', { elicitationId: 'e' }],
    ['no id', 'one', page(7)],
    ['an endless id', 'one', page('e'.repeat(PAGE_ID_LENGTH + 1))],
    ['no session', undefined, page('e')],
  ])('is nobody’s with %s', (_, session, question) => {
    const pages = createPages();
    pages.asked('s', session, question);
    expect(pages.visitorOf('s', question)).toBeUndefined();
  });

  it.each([undefined, 7, { elicitations: 'none' }])('is not in a reply with %j', (data) => {
    const pages = createPages();
    pages.replied('s', 'one', failed({ code: -32042, message: 'visit', data }));
    pages.replied('s', 'one', failed({ code: -32000, message: 'x', data: { elicitations: [page('e')] } }));
    pages.replied('s', 'one', result({ elicitations: [page('e')] }));
    expect(pages.visitorOf('s', { elicitationId: 'e' })).toBeUndefined();
  });

  it('is one of the latest', () => {
    const pages = createPages();
    for (let count = 0; count <= PAGES_REMEMBERED; count++) pages.asked('s', 'one', page(`e${count}`));
    expect([0, 1, PAGES_REMEMBERED].map((count) => pages.visitorOf('s', page(`e${count}`)))).toEqual([
      undefined,
      'one',
      'one',
    ]);
  });
});
