import { HINT_NAMES, type HintName, type ToolClass } from '@toolmark/annotations';
import { type StandingState, standingStates } from '@toolmark/api-contract';
import { isSameCuration, UNCURATED } from '../../catalog/curation.ts';
import type { CatalogTool } from '../../model/catalog.ts';
import type { RestDeps } from './deps.ts';
import { offsetParameter, oneOf, text, wholeNumber } from './parameters.ts';
import type { ParametersFor } from './query.ts';

/** Filters for tools. */
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

/** The effective value, or `absent` if the server did not declare it. */
type HintFilters = { readonly [Name in HintName]: HintFilter | undefined };

type HintFilter = 'true' | 'false' | 'absent';

const DEFAULT_LIMIT = 100;
/** A page of this many tools is at most a few megabytes; use several pages for more. */
const MAX_LIMIT = 1_000;

const hintParameter = (name: HintName) =>
  oneOf<HintFilter>(`The effective ${name}, or absent if the server did not declare it.`, ['true', 'false', 'absent']);

export const TOOL_QUERY: ParametersFor<ToolQuery> = {
  server: text('Tools of one server.'),
  class: oneOf<ToolClass>('The effective class.', ['read', 'additive', 'destructive']),
  q: text('Words that must all occur in a name, the title or the description.'),
  readOnlyHint: hintParameter('readOnlyHint'),
  destructiveHint: hintParameter('destructiveHint'),
  idempotentHint: hintParameter('idempotentHint'),
  openWorldHint: hintParameter('openWorldHint'),
  contradicted: oneOf('Whether the name or description contradicts the hints.', ['true', 'false']),
  standing: oneOf(
    'Whether the tool matches its pinned definition, has changed, has unreviewed claims, or is held.',
    standingStates,
  ),
  overridden: oneOf('Whether a person has set hints.', ['true', 'false']),
  enabled: oneOf('Whether the tool is enabled.', ['true', 'false']),
  curated: oneOf('Whether a curation changes the tool.', ['true', 'false']),
  limit: wholeNumber('Maximum number of entries.', { min: 1, max: MAX_LIMIT, defaultValue: DEFAULT_LIMIT }),
  offset: offsetParameter(),
};

/** Whether a tool matches the filters. */
export function matchesQuery(
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
  const curatedDescription = tool.curation.description ?? '';
  const text =
    `${tool.exposed}\n${definition.name}\n${resolution.title.value}\n${description}\n${curatedDescription}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
