import { PERMISSIVE_HINTS } from '@toolmark/annotations';
import type { Standing, Tool, ToolDetail } from '@toolmark/api-contract';
import { cutTo, safeText } from '@toolmark/audit';
import type { Screen } from './gateway-client-command.ts';
import { hintsOf } from './overrides/list.ts';
import { DECISION_STYLES, decisionWords } from './policy/decision-text.ts';
import { toLocal, toLocalAndAgo } from './text/amounts.ts';
import { type Fact, heading, renderFacts } from './text/facts.ts';
import { shellWord } from './text/shell-word.ts';

/** What a list says under a tool; nothing for nearly every one. */
export function renderToolMarks(tool: Tool | undefined, { paint, columns }: Screen): readonly string[] {
  if (tool === undefined) return [];
  const { standing, override, curation, exposed_name: exposed } = tool;
  const line = (style: 'red' | 'yellow' | 'cyan', text: string): string =>
    `    ${paint(style, cutTo(safeText(text), columns - 4))}`;
  return [
    ...(curation.enabled ? [] : [line('yellow', 'switched off: it is offered to nobody')]),
    ...(curation.name === null ? [] : [line('cyan', `offered as ${exposed}`)]),
    ...(standing.state === 'held'
      ? [line('red', `held: ${standing.holds.map(({ reason }) => reason).join(' ')}`)]
      : []),
    ...(standing.state === 'unreviewed' ? [line('yellow', `unreviewed: ${claimsOf(standing)}`)] : []),
    ...(standing.state === 'changed' ? [line('yellow', `changed: ${changeOf(standing)}`)] : []),
    ...standing.warnings.map((warning) => line('yellow', `warning: ${warning}`)),
    ...(override === null ? [] : [line('cyan', `set by ${override.author ?? override.origin}: ${hintsOf(override)}`)]),
  ];
}

/** What persons, pins and the policy have to do with a tool. */
export function renderSettings(tool: ToolDetail, screen: Screen): readonly string[] {
  const { standing, override, trust, policy } = tool;
  const { paint, now } = screen;
  const facts: readonly Fact[] = [
    [
      'policy',
      `${paint(DECISION_STYLES[policy.decision], policy.decision)}: a plain call ${decisionWords(policy.decision, policy.rule)} (${safeText(policy.rule)})`,
    ],
    ['standing', ...standingOf(standing)],
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

/** What is offered instead of what its server says; its own words are in the definition. */
function curationFacts({ curation, original, exposed_name: exposed, name }: ToolDetail): readonly Fact[] {
  const { enabled, title, description } = curation;
  return [
    ...(enabled ? [] : [['offered', 'to nobody: it is switched off'] as const]),
    ...(curation.name === null ? [] : [['name', safeText(`${exposed}, instead of ${name}`)] as const]),
    ...(title === null ? [] : [['title', safeText(`instead of ${original.title ?? 'none'}`)] as const]),
    ...(description === null ? [] : [['its words', safeText(original.description ?? '(none)')] as const]),
  ];
}

const TRUSTS = {
  review: 'what its server claims counts once a person has accepted it',
  declared: 'what its server declares counts',
  verified: 'of what its server declares only what is proven counts',
  none: "nothing of what its server declares counts, MCP's defaults do",
} as const;

function standingOf(standing: Standing): readonly [string, ...string[]] {
  if (standing.state === 'ok') return ['ok: it is what was pinned'];
  if (standing.state === 'unreviewed') return [`unreviewed: ${claimsOf(standing)}`];
  if (standing.state === 'changed') return [`changed: ${changeOf(standing)}`];
  const [first = 'somebody has to look at it', ...rest] = standing.holds.map(({ reason }) => safeText(reason));
  return [`held: ${first}`, ...rest];
}

/** `its server claims readOnlyHint=true, openWorldHint=false, and no person has accepted that yet` */
export function claimsOf({ unreviewed }: Standing): string {
  const claims = unreviewed.map((hint) => `${hint}=${PERMISSIVE_HINTS[hint]}`).join(', ');
  return `its server claims ${claims}, and no person has accepted that yet`;
}

/** A line of its own, so that it can be copied; a server has a say in the name that stands there. */
function nextOf({ server, name, standing: { state } }: ToolDetail, { paint }: Screen): readonly string[] {
  if (state === 'ok') return [];
  if (state === 'unreviewed') {
    const command = `toolmark review ${shellWord(safeText(server))} --tool ${shellWord(safeText(name))}`;
    return ['', `  ${paint('dim', 'Look at it, and accept what it claims:')}`, `    ${command}`];
  }
  const why = state === 'held' ? 'Look at it, and let it pass:' : 'Look at it:';
  const command = `toolmark tools accept ${shellWord(safeText(`${server}/${name}`))}`;
  return ['', `  ${paint('dim', why)}`, `    ${command}`];
}

/** `hints relaxed, words changed since 2026-11-15 12:00:00` */
function changeOf({ change }: Standing): string {
  if (change === null) return 'it is another one than was pinned';
  const parts = [
    ...(change.hints === 'same' ? [] : [`hints ${change.hints}`]),
    ...(change.prose === 'same' ? [] : ['words changed']),
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
