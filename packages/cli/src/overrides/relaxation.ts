import { compareHints, DEFAULT_HINTS, HINT_NAMES, type PartialHints, PERMISSIVE_HINTS } from '@toolmark/annotations';
import type { HintKey, Tool } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import type { Target } from './target.ts';

/** What a person says of the hints: `null` takes back what was said. */
export type WantedHints = Readonly<Partial<Record<HintKey, boolean | null>>>;

/** More are only counted. */
const MOST_NAMED = 10;

/** What clients and policy may do afterwards that they may not do now, in a line each; empty where nothing is relaxed. */
export function relaxationsOf({ isPattern, tools, server, name }: Target, wanted: WantedHints): readonly string[] {
  const lines = tools.filter((tool) => !isPattern || !isSetAlone(tool)).flatMap((tool) => linesOf(tool, wanted));
  const more = lines.length - MOST_NAMED;
  const named = [...lines.slice(0, MOST_NAMED), ...(more > 0 ? [`and ${more} more`] : [])];
  // Which tools will match one day nobody knows: what is permissive may relax any of them.
  const permissive = HINT_NAMES.filter((hint) => wanted[hint] === PERMISSIVE_HINTS[hint]);
  if (!isPattern || permissive.length === 0) return named;
  const later = `every tool that matches ${safeText(`${server}/${name}`)}, also those that come later: ${permissive.map((hint) => `${hint}=${wanted[hint]}`).join(', ')}`;
  return [...named, later];
}

/** What somebody set for one tool comes before any pattern. */
const isSetAlone = ({ override }: Tool): boolean =>
  override !== null && !`${override.server}/${override.tool}`.includes('*');

function linesOf({ server, name, hints, trust }: Tool, wanted: WantedHints): readonly string[] {
  const now: PartialHints = Object.fromEntries(HINT_NAMES.map((hint) => [hint, hints[hint].value]));
  const then: PartialHints = Object.fromEntries(
    HINT_NAMES.map((hint) => {
      const { value, declared } = hints[hint];
      const said = wanted[hint];
      // Without an override the server's word counts, or MCP's default; a contradiction could only make it stricter.
      const without = (trust === 'declared' ? declared : null) ?? DEFAULT_HINTS[hint];
      return [hint, said === undefined ? value : (said ?? without)];
    }),
  );
  const compared = compareHints(now, then).hints;
  const relaxed = HINT_NAMES.filter((hint) => compared[hint] === 'relaxed' && now[hint] !== then[hint]);
  if (relaxed.length === 0) return [];
  return [
    `${safeText(`${server}/${name}`)}: ${relaxed.map((hint) => `${hint} ${now[hint]} → ${then[hint]}`).join(', ')}`,
  ];
}
