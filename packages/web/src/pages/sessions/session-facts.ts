import type { Session } from '@toolmark/api-contract';
import { formatExact, plural } from '../../format/number.ts';
import { END_WORDS, ERA_WORDS, MODE_WORDS } from '../../sessions/labels.ts';
import { visibleLine } from '../../text/visible.ts';

export interface Fact {
  readonly term: string;
  readonly says: string;
  /** An explanation, if the value needs one. */
  readonly means?: string;
}

/**
 * Details of a session besides its numbers.
 *
 * @example
 * factsOf(session)[0] // { term: 'Tool discovery', says: 'It gets the list of tools and calls them by name.' }
 */
export function factsOf(session: Session): readonly Fact[] {
  const { mode, era, end_reason: end, conversation } = session;
  return [
    { term: 'Tool discovery', says: MODE_WORDS[mode] },
    ...(era === null ? [] : [{ term: 'Protocol', says: ERA_WORDS[era] }]),
    ...(end === null ? [] : [{ term: 'Why it ended', says: END_WORDS[end] }]),
    ...(conversation === null
      ? []
      : [{ term: 'Conversation', says: visibleLine(conversation, 100), means: 'The client’s own id.' }]),
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
      means: 'Arguments in, results out.',
    },
    {
      term: 'Tool lists sent',
      says: plural(menu_tokens, 'token'),
      means: 'Tool definitions sent before its first call.',
    },
    ...(discovery_tokens === 0
      ? []
      : [
          {
            term: 'Searching for tools',
            says: plural(discovery_tokens, 'token'),
            means: 'Results of its searches.',
          },
        ]),
    ...(saved_tokens === 0 ? [] : [savedFact(saved_tokens, listing_tokens)]),
  ];
}

function savedFact(saved: number, listing: number): Fact {
  const than = `One list of all tools would have been ${plural(listing, 'token')}.`;
  return saved > 0
    ? { term: 'Saved by searching', says: plural(saved, 'token'), means: than }
    : { term: 'Cost of searching', says: `${plural(-saved, 'token')} more than the list`, means: than };
}
