import { HINT_NAMES, type HintName, type ToolClass } from '@toolmark/annotations';
import { type StandingState, standingStates } from '@toolmark/api-contract';
import { isSameCuration, UNCURATED } from '../../catalog/curation.ts';
import type { CatalogTool } from '../../model/catalog.ts';
import type { RestDeps } from './deps.ts';
import { offsetParameter, oneOf, text, wholeNumber } from './parameters.ts';
import type { ParametersFor } from './query.ts';

/** Which tools a list should show. */
export interface ToolQuery extends HintFilters {
  readonly server: string | undefined;
  readonly class: ToolClass | undefined;
  /** Words that must all occur in a name, the title or the description. */
  readonly q: string | undefined;
  readonly contradicted: 'true' | 'false' | undefined;
  readonly standing: StandingState | undefined;
  readonly overridden: 'true' | 'false' | undefined;
  readonly enabled: 'true' | 'false' | undefined;
  readonly curated: 'true' | 'false' | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** The effective value, or that the server did not declare it. */
type HintFilters = { readonly [Name in HintName]: HintFilter | undefined };

type HintFilter = 'true' | 'false' | 'absent';

const DEFAULT_LIMIT = 100;
/** A page of this many tools is a few megabytes at most; more is asked for page by page. */
const MAX_LIMIT = 1_000;

const hint = (name: HintName) =>
  oneOf<HintFilter>(`The effective ${name}, or that the server did not declare it.`, ['true', 'false', 'absent']);

export const TOOL_QUERY: ParametersFor<ToolQuery> = {
  server: text('Tools of one server.'),
  class: oneOf<ToolClass>('Tools that are effectively of one class.', ['read', 'additive', 'destructive']),
  q: text('Words that must all occur in a name, the title or the description.'),
  readOnlyHint: hint('readOnlyHint'),
  destructiveHint: hint('destructiveHint'),
  idempotentHint: hint('idempotentHint'),
  openWorldHint: hint('openWorldHint'),
  contradicted: oneOf('Whether their own words speak against their hints.', ['true', 'false']),
  standing: oneOf(
    'Whether they are what was pinned, are another one by now, claim what no person has accepted, or are held until one does.',
    standingStates,
  ),
  overridden: oneOf('Whether a person has set hints of them.', ['true', 'false']),
  enabled: oneOf('Whether they are offered, or were switched off by a person.', ['true', 'false']),
  curated: oneOf('Whether they are switched off or offered in other words.', ['true', 'false']),
  limit: wholeNumber('How many.', { least: 1, most: MAX_LIMIT, absent: DEFAULT_LIMIT }),
  offset: offsetParameter(),
};

/** Whether a list with these filters shows a tool. */
export function matches(
  query: ToolQuery,
  tool: CatalogTool,
  { standings, overrides }: Pick<RestDeps, 'standings' | 'overrides'>,
): boolean {
  const { resolution, definition } = tool;
  if (query.server !== undefined && tool.server !== query.server) return false;
  if (query.class !== undefined && resolution.class !== query.class) return false;
  const isContradicted = resolution.contradictions.length > 0;
  if (query.contradicted !== undefined && String(isContradicted) !== query.contradicted) return false;
  if (query.standing !== undefined && standings.view(tool).state !== query.standing) return false;
  const isOverridden = () => overrides.of(tool.server, definition.name) !== undefined;
  if (query.overridden !== undefined && String(isOverridden()) !== query.overridden) return false;
  if (query.enabled !== undefined && String(tool.curation.enabled) !== query.enabled) return false;
  if (query.curated !== undefined && String(!isSameCuration(tool.curation, UNCURATED)) !== query.curated) return false;
  for (const name of HINT_NAMES) {
    const wanted = query[name];
    if (wanted === undefined) continue;
    const { value, declared } = resolution.hints[name];
    if (wanted === 'absent' ? declared !== undefined : String(value) !== wanted) return false;
  }
  const words = (query.q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const description = typeof definition.description === 'string' ? definition.description : '';
  const told = tool.curation.description ?? '';
  const text = `${tool.exposed}\n${definition.name}\n${resolution.title.value}\n${description}\n${told}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
