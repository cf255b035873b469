import { describe, expect, it } from 'vitest';
import { createFakeClock, settle } from '../../../../base/src/fixtures/fake-clock.ts';
import { modernCaller } from '../../core/fixtures/caller.ts';
import type { SentTokens } from '../../sessions/sessions.ts';
import { createMenus } from './menus.ts';

function setUp(count: (page: Buffer) => Promise<number | undefined>) {
  const sent: (SentTokens | 'not counted')[] = [];
  const clock = createFakeClock();
  let asked = 0;
  const menus = createMenus({
    count: (page) => {
      asked += 1;
      return count(page);
    },
    sessions: {
      sent: (_caller, _params, tokens) =>
        void tokens.then(
          (counted) => sent.push(counted),
          () => sent.push('not counted'),
        ),
    },
    onCounted: () => {},
    clock,
  });
  return { menus, sent, clock, asked: () => asked };
}

const WHOLE = Buffer.from('{"tools":[{"name":"a"}]}');
const FIRST = Buffer.from('{"tools":[{"name":"a"}],"nextCursor":"x"}');

describe('the lists that clients are sent', () => {
  it('are counted once each, however often they are sent', async () => {
    const { menus, sent, asked } = setUp(async () => 7);
    for (let time = 0; time < 3; time++) menus.sent(modernCaller(), {}, WHOLE);
    await settle();
    expect(sent).toEqual(Array.from({ length: 3 }, () => ({ menu: 7, discovery: 0, listing: 7 })));
    expect(asked()).toBe(1);
  });

  it('say what all of it is only where they are all of it', async () => {
    const { menus, sent } = setUp(async () => 7);
    menus.sent(modernCaller(), {}, FIRST);
    menus.sent(modernCaller(), { cursor: 'x' }, WHOLE);
    await settle();
    expect(sent).toEqual([
      { menu: 7, discovery: 0, listing: 0 },
      { menu: 7, discovery: 0, listing: 0 },
    ]);
  });

  it('are counted again where that went wrong', async () => {
    let answer: number | undefined;
    const { menus, sent } = setUp(async () => answer);
    menus.sent(modernCaller(), {}, WHOLE);
    await settle();
    answer = 7;
    menus.sent(modernCaller(), {}, WHOLE);
    await settle();
    expect(sent).toEqual(['not counted', { menu: 7, discovery: 0, listing: 7 }]);
  });

  it('are waited for at the end, but not for ever', async () => {
    const { menus, clock } = setUp(() => new Promise(() => {}));
    menus.sent(modernCaller(), {}, WHOLE);
    const settled = menus.settled(1_000);
    await clock.advance(1_000);
    await settled;
  });
});

describe('what clients in search mode are sent', () => {
  const FEW = Buffer.from('{"tools":[{"name":"retrieve_tools"}]}');

  it('is its few tools, beside what all of them would have been, page by page and counted once', async () => {
    const { menus, sent, asked } = setUp(async (page) => page.length);
    for (let time = 0; time < 2; time++) menus.offered(modernCaller(), {}, FEW, () => [WHOLE, FIRST]);
    await settle();
    const tokens = { menu: FEW.length, discovery: 0, listing: WHOLE.length + FIRST.length };
    expect(sent).toEqual([tokens, tokens]);
    expect(asked()).toBe(3);
  });

  it('is what they find', async () => {
    const { menus, sent } = setUp(async () => 5);
    menus.discovered(modernCaller(), {}, Buffer.from('notes__delete_note'));
    await settle();
    expect(sent).toEqual([{ menu: 0, discovery: 5, listing: 0 }]);
  });

  it('does not keep the client waiting until everything is printed', () => {
    const { menus } = setUp(async () => 5);
    let printed = false;
    menus.offered(modernCaller(), {}, FEW, () => {
      printed = true;
      return [];
    });
    expect(printed).toBe(false);
  });
});
