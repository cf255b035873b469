import { err, type Result } from '@toolmark/annotations';
import {
  type AcceptRequest,
  type ToolDetail,
  type ToolVersion,
  toolDetailSchema,
  toolVersionListSchema,
} from '@toolmark/api-contract';
import { safeText, wrapText } from '@toolmark/audit';
import { agree } from '../agree.ts';
import type { GatewayClient } from '../gateway-client.ts';
import { type AskOptions, ask, type Screen, told, type Untold } from '../gateway-client-command.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import { toLocalAndAgo } from '../text/amounts.ts';
import { shellWord } from '../text/shell-word.ts';
import { findTool, toolPath } from '../tool-name.ts';
import { claimsOf } from '../tool-standing-text.ts';
import { renderDefinitionDiff } from './definition-diff.ts';

export interface AcceptOptions extends AskOptions {
  readonly reason?: string;
  readonly yes?: boolean;
}

/** `toolmark tools accept`: shows how a tool differs from what was pinned, and pins it as it is after a yes. */
export function acceptTool(name: string, options: AcceptOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const found = await findTool(name, gateway);
    if (!found.ok) return found;
    const tool = found.value.value;
    const shown = safeText(`${tool.server}/${tool.name}`);
    if (tool.standing.state === 'ok') {
      const sentence = `${shown} is what was pinned, and nothing holds it: there is nothing to accept.`;
      return told({ json: found.value.json, lines: () => [sentence] });
    }
    const before = await versionBefore(tool, gateway);
    const agreed = await agree(
      {
        lines: (screen) => [...renderStanding(tool, before, screen), ''],
        question: `Accept ${shown} as it is now?`,
        otherwise: `${shown}: ${reasonsOf(tool).join(' ')} There is nobody to ask, so it was not accepted.`,
        declined: `${shown} was not accepted.`,
      },
      options,
      io,
    );
    if (!agreed.ok) return agreed;
    const body: AcceptRequest = {
      // What was shown, and nothing that came since.
      fingerprint: tool.fingerprint,
      ...(options.reason === undefined ? {} : { reason: options.reason }),
    };
    const answer = await gateway.request('POST', `${toolPath(tool)}/accept`, toolDetailSchema, { body });
    if (!answer.ok) return notAccepted(answer.error);
    const lines = (screen: Screen): readonly string[] => [
      // Who was asked has seen it.
      ...(options.yes ? [...renderStanding(tool, before, screen), ''] : []),
      `${screen.paint('green', '✓')} ${shown} is accepted as it is now.`,
    ];
    return told({ json: answer.value.json, lines });
  });
}

/** Another one by now: who looked again may accept that. */
const notAccepted = (refusal: Untold): Result<never, Untold> =>
  err(refusal.status === 409 ? { ...refusal, code: EXIT.findings } : refusal);

/** The form that was pinned; `undefined` where the record does not have it, or there is none. */
async function versionBefore(tool: ToolDetail, gateway: GatewayClient): Promise<ToolVersion | undefined> {
  const { change } = tool.standing;
  if (change === null) return undefined;
  const answer = await gateway.request('GET', `${toolPath(tool)}/versions`, toolVersionListSchema);
  const { versions } = answer.ok ? answer.value.value : { versions: [] };
  return (
    versions.find(({ hints, prose }) => hints === change.was.hints && prose === change.was.prose) ??
    versions.find(({ prose }) => prose === change.was.prose)
  );
}

function reasonsOf({ standing }: ToolDetail): readonly string[] {
  if (standing.holds.length > 0) return standing.holds.map(({ reason }) => safeText(reason));
  if (standing.state === 'unreviewed') return [`${sentenceOf(claimsOf(standing))}.`];
  return ['It is another one than was pinned.'];
}

const sentenceOf = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Why somebody has to look at it, and what became of it since it was pinned. */
function renderStanding(tool: ToolDetail, before: ToolVersion | undefined, screen: Screen): readonly string[] {
  const { paint, columns } = screen;
  const { change, state } = tool.standing;
  const head = `${paint('bold', safeText(`${tool.server}/${tool.name}`))}  ${paint(state === 'held' ? 'red' : 'yellow', state)}`;
  const reasons = reasonsOf(tool).flatMap((text) => wrapText(text, columns - 2).map((line) => `  ${line}`));
  if (change === null) return [head, ...reasons];
  return [
    head,
    ...reasons,
    '',
    `  ${paint('dim', `Pinned ${toLocalAndAgo(change.pinned_at, screen.now)}. Since then:`)}`,
    ...renderHintChange(change, screen),
    ...(change.prose === 'same' ? [] : renderProseChange(tool, before, screen)),
  ];
}

function renderHintChange({ hints, was, is }: NonNullable<ToolDetail['standing']['change']>, { paint }: Screen) {
  if (hints === 'same') return ['  hints    as they were'];
  const [before, after] = [was.hints.split(' '), is.hints.split(' ')];
  const lines = after.flatMap((now, index) => {
    const [name = '', value = ''] = now.split('=');
    const then = before[index]?.split('=')[1] ?? 'absent';
    return then === value ? [] : [`           ${safeText(`${name}: ${then} → ${value}`)}`];
  });
  const style = hints === 'relaxed' ? 'red' : 'green';
  return [`  hints    ${paint(style, hints)}`, ...lines];
}

function renderProseChange(tool: ToolDetail, before: ToolVersion | undefined, screen: Screen): readonly string[] {
  const changed = `  words    ${screen.paint('yellow', 'changed')}`;
  if (before === undefined) {
    const why = 'What they were is not in the record. As they are now:';
    const show = `toolmark tools show ${shellWord(safeText(`${tool.server}/${tool.name}`))} --json`;
    return [changed, ...wrapText(why, screen.columns - 11).map((line) => `           ${line}`), `             ${show}`];
  }
  return [changed, ...renderDefinitionDiff(before.definition, tool.definition, screen)];
}
