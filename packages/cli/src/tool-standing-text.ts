import { PERMISSIVE_HINTS } from '@toolmark/annotations';
import type { Standing, Tool, ToolDetail } from '@toolmark/api-contract';
import { cutTo, safeText } from '@toolmark/audit';
import type { Screen } from './gateway-client-command.ts';
import { hintsOf } from './overrides/list.ts';
import { DECISION_STYLES, decisionWords } from './policy/decision-text.ts';
import { toLocal, toLocalAndAgo } from './text/amounts.ts';
import { type Fact, heading, renderFacts } from './text/facts.ts';
import { shellWord } from './text/shell-word.ts';

/** Marks below a tool in a list; empty for most tools. */
export function renderToolMarks(tool: Tool | undefined, { paint, columns }: Screen): readonly string[] {
  if (tool === undefined) return [];
  const { standing, override, curation, exposed_name: exposed } = tool;
  const line = (style: 'red' | 'yellow' | 'cyan', text: string): string =>
    `    ${paint(style, cutTo(safeText(text), columns - 4))}`;
  return [
    ...(curation.enabled ? [] : [line('yellow', 'disabled: no client can see it')]),
    ...(curation.name === null ? [] : [line('cyan', `clients see it as ${exposed}`)]),
    ...(standing.state === 'held'
      ? [line('red', `held: ${standing.holds.map(({ reason }) => reason).join(' ')}`)]
      : []),
    ...(standing.state === 'unreviewed' ? [line('yellow', `unreviewed: ${claimsOf(standing)}`)] : []),
    ...(standing.state === 'changed' ? [line('yellow', `changed: ${changeOf(standing)}`)] : []),
    ...standing.warnings.map((warning) => line('yellow', `warning: ${warning}`)),
    ...(override === null ? [] : [line('cyan', `set by ${override.author ?? override.origin}: ${hintsOf(override)}`)]),
  ];
}

/** Overrides, pins and policy of a tool. */
export function renderSettings(tool: ToolDetail, screen: Screen): readonly string[] {
  const { standing, override, trust, policy } = tool;
  const { paint, now } = screen;
  const facts: readonly Fact[] = [
    [
      'policy',
      `${paint(DECISION_STYLES[policy.decision], policy.decision)}: by default a call ${decisionWords(policy.decision, policy.rule)} (${safeText(policy.rule)})`,
    ],
    ['status', ...standingOf(standing)],
    ...(standing.accepted === null ? [] : [['accepted', acceptedOf(standing.accepted, now)] as const]),
    ...(standing.reviewed === null
      ? []
      : [['reviewed', acceptedOf({ ...standing.reviewed, reason: null }, now)] as const]),
    ...(override === null
      ? []
      : [
          ['override', overrideOf(override), ...(override.reason === null ? [] : [safeText(override.reason)])] as const,
        ]),
    ...curationFacts(tool),
    ...(trust === 'declared' ? [] : [['trust', TRUSTS[trust]] as const]),
    ...standing.warnings.map((warning): Fact => ['warning', safeText(warning)]),
  ];
  return [...heading('Here', screen), ...renderFacts(facts, screen), ...nextOf(tool, screen)];
}

/** What clients see instead of the server's texts; the originals are in the definition. */
function curationFacts({ curation, original, exposed_name: exposed, name }: ToolDetail): readonly Fact[] {
  const { enabled, title, description } = curation;
  return [
    ...(enabled ? [] : [['offered', 'disabled: no client can see it'] as const]),
    ...(curation.name === null ? [] : [['name', safeText(`${exposed}, instead of ${name}`)] as const]),
    ...(title === null ? [] : [['title', safeText(`instead of ${original.title ?? 'none'}`)] as const]),
    ...(description === null ? [] : [['texts', safeText(original.description ?? '(none)')] as const]),
  ];
}

const TRUSTS = {
  review: 'its declared hints apply once a person has accepted them',
  declared: 'its declared hints apply',
  verified: 'only verified hints apply',
  none: "its declared hints are ignored; MCP's defaults apply",
} as const;

function standingOf(standing: Standing): readonly [string, ...string[]] {
  if (standing.state === 'ok') return ['ok: it matches its pin'];
  if (standing.state === 'unreviewed') return [`unreviewed: ${claimsOf(standing)}`];
  if (standing.state === 'changed') return [`changed: ${changeOf(standing)}`];
  const [first = 'needs a review', ...rest] = standing.holds.map(({ reason }) => safeText(reason));
  return [`held: ${first}`, ...rest];
}

/** `its server claims readOnlyHint=true, openWorldHint=false, and no person has accepted that yet` */
export function claimsOf({ unreviewed }: Standing): string {
  const claims = unreviewed.map((hint) => `${hint}=${PERMISSIVE_HINTS[hint]}`).join(', ');
  return `its server claims ${claims}, which is not accepted yet`;
}

/** On its own line for copying; quoted, because the server chooses the tool's name. */
function nextOf({ server, name, standing: { state } }: ToolDetail, { paint }: Screen): readonly string[] {
  if (state === 'ok') return [];
  if (state === 'unreviewed') {
    const command = `toolmark review ${shellWord(safeText(server))} --tool ${shellWord(safeText(name))}`;
    return ['', `  ${paint('dim', 'Review it, and accept its hints:')}`, `    ${command}`];
  }
  const why = state === 'held' ? 'Review it, and accept it:' : 'Review it:';
  const command = `toolmark tools accept ${shellWord(safeText(`${server}/${name}`))}`;
  return ['', `  ${paint('dim', why)}`, `    ${command}`];
}

/** `hints relaxed, words changed since 2026-11-15 12:00:00` */
function changeOf({ change }: Standing): string {
  if (change === null) return 'its definition differs from its pin';
  const parts = [
    ...(change.hints === 'same' ? [] : [`hints ${change.hints}`]),
    ...(change.prose === 'same' ? [] : ['text changed']),
  ];
  return `${parts.join(', ')} since it was pinned, ${toLocal(change.pinned_at)}`;
}

function acceptedOf({ at, author, reason }: NonNullable<Standing['accepted']>, now: Date): string {
  const who = author === null ? '' : ` by ${safeText(author)}`;
  return `${toLocalAndAgo(at, now)}${who}${reason === null ? '' : `: ${safeText(reason)}`}`;
}

function overrideOf(override: NonNullable<ToolDetail['override']>): string {
  const { server, tool, author, at, origin } = override;
  const where = origin === 'config' ? 'in the config' : 'on this gateway';
  const who = author === null ? '' : ` by ${safeText(author)}`;
  const when = at === null ? '' : `, ${toLocal(at)}`;
  return `${hintsOf(override)}, set for ${safeText(`${server}/${tool}`)} ${where}${who}${when}`;
}
