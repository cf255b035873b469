import type { ToolAnnotations } from '@toolmark/annotations';
import { resolve } from '@toolmark/annotations';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type ApprovalsWorld,
  ASK,
  createApprovalsWorld,
  newDataDir,
  removeDataDir,
  SETTINGS,
  silentLegacy,
  textOf,
} from './fixtures/approvals-world.ts';
import { reviewOffer } from './review-offer.ts';

const PAGE = 'http://127.0.0.1:7420';
const offerOf = (annotations: ToolAnnotations, rule = 'default: destructive', names = ['notes', 'list']): string => {
  const [server = '', name = ''] = names;
  const definition = { name, inputSchema: { type: 'object' }, annotations };
  const resolution = resolve(definition, { trust: 'review' });
  return reviewOffer({ server, definition, resolution }, rule, (path) => `${PAGE}${path}`);
};

describe('the refusal of a call that no person answered', () => {
  it.each<[string, string, RegExp | undefined]>([
    [
      'claims that nobody has reviewed',
      offerOf({ readOnlyHint: true }, 'default: unreviewed'),
      /toolmark review notes, or at http:\/\/127\.0\.0\.1:7420\/servers\/notes$/,
    ],
    [
      'no hints at all',
      offerOf({}),
      /toolmark tools override notes\/list, or at http:\/\/127\.0\.0\.1:7420\/tools\/notes\/list$/,
    ],
    [
      'a name that is not safe in a shell',
      offerOf({}, ASK.rule, ['notes', 'a; rm']),
      /override, or at \S+\/a%3B%20rm$/,
    ],
    ['a hint that makes it destructive', offerOf({ destructiveHint: true }), undefined],
    ['a rule of a person', offerOf({}, 'ask before deleting'), undefined],
  ])('offers what helps against %s', (_, offer, expected) => {
    if (expected === undefined) expect(offer).toBe('');
    else expect(offer).toMatch(expected);
  });
});

describe('a call whose wait is over', () => {
  let dataDir: string;
  let world: ApprovalsWorld;
  beforeEach(async () => {
    dataDir = newDataDir();
    world = await createApprovalsWorld(dataDir);
    world.declare({});
  });
  afterEach(async () => {
    await world.approvals.close();
    removeDataDir(dataDir);
  });

  it('offers to set the hints of its tool', async () => {
    const { reply } = world.call(silentLegacy());
    await world.clock.advance(SETTINGS.waitMs);
    expect(textOf(await reply)).toMatch(
      /To set them: toolmark tools override notes\/delete, or at \S+\/tools\/notes\/delete$/,
    );
  });

  it('offers it too where no person can be asked', async () => {
    world.stayInside();
    expect(textOf(await world.call(silentLegacy()).reply)).toMatch(/To set them: toolmark tools override/);
  });
});
