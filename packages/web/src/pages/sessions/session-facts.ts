import type { Session } from '@toolmark/api-contract';
import { formatExact, plural } from '../../format/number.ts';
import { END_WORDS, ERA_WORDS, MODE_WORDS } from '../../sessions/words.ts';
import { visibleLine } from '../../text/visible.ts';

export interface Fact {
  readonly term: string;
  readonly says: string;
  /** What it means, where that is not plain. */
  readonly means?: string;
}

/**
 * What there is to know of a session besides its numbers.
 *
 * @example
 * factsOf(session)[0] // { term: 'How it calls', says: 'It has the list of tools and calls them by name.' }
 */
export function factsOf(session: Session): readonly Fact[] {
  const { mode, era, end_reason: end, conversation } = session;
  return [
    { term: 'How it calls', says: MODE_WORDS[mode] },
    ...(era === null ? [] : [{ term: 'Protocol', says: ERA_WORDS[era] }]),
    ...(end === null ? [] : [{ term: 'Why it ended', says: END_WORDS[end] }]),
    ...(conversation === null
      ? []
      : [{ term: 'Conversation', says: visibleLine(conversation, 100), means: 'As the client names it.' }]),
    ...tokenFacts(session),
  ];
}

function tokenFacts({
  input_tokens,
  output_tokens,
  menu_tokens,
  discovery_tokens,
  listing_tokens,
  saved_tokens,
}: Session): readonly Fact[] {
  return [
    {
      term: 'Tokens of its calls',
      says: `${formatExact(input_tokens)} in, ${formatExact(output_tokens)} out`,
      means: 'Arguments that went in, results that came out.',
    },
    {
      term: 'Tool lists sent',
      says: plural(menu_tokens, 'token'),
      means: 'What it was told of tools before it called any.',
    },
    ...(discovery_tokens === 0
      ? []
      : [
          {
            term: 'Searching for tools',
            says: plural(discovery_tokens, 'token'),
            means: 'What its searches sent to it.',
          },
        ]),
    ...(saved_tokens === 0 ? [] : [savedFact(saved_tokens, listing_tokens)]),
  ];
}

function savedFact(saved: number, listing: number): Fact {
  const than = `One list of every tool would have been ${plural(listing, 'token')}.`;
  return saved > 0
    ? { term: 'Saved by searching', says: plural(saved, 'token'), means: than }
    : { term: 'Cost of searching', says: `${plural(-saved, 'token')} more than the list`, means: than };
}
