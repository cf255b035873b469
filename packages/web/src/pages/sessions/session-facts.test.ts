import type { Session } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { aSession } from '../../sessions/fixtures/session.ts';
import { factsOf } from './session-facts.ts';

const told = (facts: Partial<Session>): readonly string[] =>
  factsOf(aSession('s', facts)).map(({ term, says }) => `${term}: ${says}`);

const LISTS = 'Tool lists sent: 0 tokens';
const CALLS = 'Tokens of its calls: 0 in, 0 out';
const DIRECT = 'Tool discovery: It gets the list of tools and calls them by name.';
const MODERN = 'Protocol: MCP 2026-07-28: each request stands alone.';

describe('factsOf', () => {
  it.each<[string, Partial<Session>, readonly string[]]>([
    ['that has ended', {}, [DIRECT, MODERN, 'Why it ended: The client disconnected.', CALLS, LISTS]],
    ['that is active', { status: 'active', end_time: null, end_reason: null }, [DIRECT, MODERN, CALLS, LISTS]],
    [
      'without a known era, cut off',
      { era: null, end_reason: 'interrupted' },
      [DIRECT, 'Why it ended: The gateway ended before it could close the session.', CALLS, LISTS],
    ],
    [
      'with a hostile conversation id',
      { end_reason: null, conversation: 'a\u202eb' },
      [DIRECT, MODERN, 'Conversation: a⟨U+202E⟩b', CALLS, LISTS],
    ],
    [
      'that searched',
      {
        end_reason: null,
        mode: 'search',
        input_tokens: 1_000,
        output_tokens: 2,
        menu_tokens: 1,
        discovery_tokens: 300,
        listing_tokens: 5_301,
        saved_tokens: 5_000,
      },
      [
        'Tool discovery: It searches for tools and calls the results.',
        MODERN,
        'Tokens of its calls: 1,000 in, 2 out',
        'Tool lists sent: 1 token',
        'Searching for tools: 300 tokens',
        'Saved by searching: 5,000 tokens',
      ],
    ],
    [
      'that searched without saving tokens',
      { end_reason: null, discovery_tokens: 30, saved_tokens: -20, listing_tokens: 10 },
      [
        DIRECT,
        MODERN,
        CALLS,
        LISTS,
        'Searching for tools: 30 tokens',
        'Cost of searching: 20 tokens more than the list',
      ],
    ],
  ])('describes a session %s', (_what, facts, lines) => {
    expect(told(facts)).toEqual(lines);
  });

  it('explains how savings are computed', () => {
    const means = factsOf(aSession('s', { saved_tokens: 5, listing_tokens: 10 })).at(-1)?.means;
    expect(means).toBe('One list of all tools would have been 10 tokens.');
  });
});
