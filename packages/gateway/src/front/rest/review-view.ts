import { classOf, HINT_NAMES, type HintName, PERMISSIVE_HINTS, TOOL_CLASSES } from '@toolmark/annotations';
import type { Review, ReviewGroup, ReviewSummary, ReviewTool } from '@toolmark/api-contract';
import type { CatalogTool } from '../../model/catalog.ts';
import type { RestDeps } from './deps.ts';

type ReviewKnowledge = Pick<RestDeps, 'catalog' | 'standings' | 'trustOf'>;

/** The number of a server's claims that wait for a review. */
export function toReviewSummary(server: string, deps: ReviewKnowledge): ReviewSummary {
  const { waiting, accepted } = reviewableTools(server, deps);
  return {
    server,
    trust: deps.trustOf(server),
    waiting: waiting.length,
    suspicious: waiting.filter((tool) => suspicionReasons(tool, deps).length > 0).length,
    accepted: accepted.length,
  };
}

/** The claims of a server: suspicious tools first and separately, the others grouped by their claims. */
export async function toReview(server: string, deps: ReviewKnowledge): Promise<Review> {
  const { waiting, accepted } = reviewableTools(server, deps);
  const shown = await Promise.all(waiting.map((tool) => toReviewTool(tool, deps)));
  const done = await Promise.all(accepted.map((tool) => toReviewTool(tool, deps)));
  const suspicious = shown.filter(({ reasons }) => reasons.length > 0);
  return {
    server,
    trust: deps.trustOf(server),
    waiting: waiting.length,
    suspicious: suspicious.length,
    accepted: accepted.length,
    suspicious_tools: suspicious,
    groups: toGroups(shown.filter(({ reasons }) => reasons.length === 0)),
    accepted_tools: done.toSorted((a, b) => (b.reviewed?.at ?? '').localeCompare(a.reviewed?.at ?? '')),
  };
}

/** Disabled tools need no review, because they cannot be called. */
function reviewableTools(server: string, { catalog, standings }: ReviewKnowledge) {
  const tools = catalog().tools.filter((tool) => tool.server === server && tool.curation.enabled);
  const waiting = tools.filter(({ resolution }) => resolution.unreviewed.length > 0);
  const accepted = tools.filter(
    ({ resolution, definition }) =>
      resolution.unreviewed.length === 0 && standings.reviewedOf(server, definition.name).length > 0,
  );
  return { waiting, accepted };
}

async function toReviewTool(tool: CatalogTool, deps: ReviewKnowledge): Promise<ReviewTool> {
  const { definition, resolution, curation } = tool;
  const { hints } = resolution;
  const claims = HINT_NAMES.filter((hint) => hints[hint].declared === PERMISSIVE_HINTS[hint]);
  const claimed = (hint: HintName): boolean => hints[hint].declared ?? hints[hint].value;
  const own = typeof definition.description === 'string' ? definition.description : null;
  return {
    tool: definition.name,
    exposed_name: tool.exposed,
    title: resolution.title.value,
    description: curation.description ?? own,
    claims,
    class:
      resolution.contradictions.length > 0
        ? resolution.class
        : classOf({ readOnlyHint: claimed('readOnlyHint'), destructiveHint: claimed('destructiveHint') }),
    reasons: suspicionReasons(tool, deps),
    fingerprint: await tool.fingerprint(),
    reviewed: deps.standings.view(tool).reviewed,
  };
}

/** Finding codes that question a hint; other findings concern the description. */
const DOUBTS_A_HINT = /^TM[34]\d\d$/;

/** The finding for two tools of the same name, where a person cannot know which one is called. */
const LISTED_TWICE = 'TM602';

/** The reasons why a tool is suspicious: holds, findings, and contradictions of its claims. */
function suspicionReasons(tool: CatalogTool, { standings }: ReviewKnowledge): readonly string[] {
  const { holds, warnings } = standings.view(tool);
  const findings = tool.findings.filter(
    ({ code, severity }) => code === LISTED_TWICE || (DOUBTS_A_HINT.test(code) && severity !== 'note'),
  );
  const sentences = [
    ...holds.map(({ reason }) => reason),
    ...tool.resolution.contradictions.map(({ message }) => toSentence(message)),
    ...tool.resolution.doubts.map(({ message }) => toSentence(message)),
    ...findings.map(({ message }) => toSentence(message.replace(/^Tool '.*?': /s, ''))),
    ...warnings,
  ];
  return [...new Set(sentences)];
}

const toSentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;

function toGroups(tools: readonly ReviewTool[]): readonly ReviewGroup[] {
  const groups = [...Map.groupBy(tools, ({ claims }) => claims.join(' ')).values()];
  return groups
    .flatMap((members) => {
      const [first] = members;
      return first === undefined ? [] : [{ claims: first.claims, class: first.class, tools: members }];
    })
    .toSorted((a, b) => TOOL_CLASSES.indexOf(a.class) - TOOL_CLASSES.indexOf(b.class));
}
