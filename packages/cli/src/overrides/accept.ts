import { err, type Result } from '@toolmark/annotations';
import {
  type AcceptRequest,
  type ToolDetail,
  type ToolVersion,
  toolDetailSchema,
  toolVersionListSchema,
} from '@toolmark/api-contract';
import { safeText, wrapText } from '@toolmark/audit';
import { confirmAction } from '../confirm-action.ts';
import type { GatewayClient } from '../gateway-client.ts';
import { type AskOptions, ask, type CommandFailure, output, type Screen } from '../gateway-client-command.ts';
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

/** `toolmark tools accept`: shows how a tool differs from its pin, and pins its current form after confirmation. */
export function acceptTool(name: string, options: AcceptOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const found = await findTool(name, gateway);
    if (!found.ok) return found;
    const tool = found.value.value;
    const shown = safeText(`${tool.server}/${tool.name}`);
    if (tool.standing.state === 'ok') {
      const sentence = `${shown} matches its pin and is not held: there is nothing to accept.`;
      return output({ json: found.value.json, lines: () => [sentence] });
    }
    const before = await versionBefore(tool, gateway);
    const agreed = await confirmAction(
      {
        lines: (screen) => [...renderStanding(tool, before, screen), ''],
        question: `Accept ${shown} in its current form?`,
        otherwise: `${shown}: ${reasonsOf(tool).join(' ')} It was not accepted, because there is no terminal to ask in.`,
        declined: `${shown} was not accepted.`,
      },
      options,
      io,
    );
    if (!agreed.ok) return agreed;
    const body: AcceptRequest = {
      // Accept exactly what was shown.
      fingerprint: tool.fingerprint,
      ...(options.reason === undefined ? {} : { reason: options.reason }),
    };
    const answer = await gateway.request('POST', `${toolPath(tool)}/accept`, toolDetailSchema, { body });
    if (!answer.ok) return notAccepted(answer.error);
    const lines = (screen: Screen): readonly string[] => [
      // The question already showed the changes.
      ...(options.yes ? [...renderStanding(tool, before, screen), ''] : []),
      `${screen.paint('green', '✓')} ${shown} was accepted in its current form.`,
    ];
    return output({ json: answer.value.json, lines });
  });
}

/** It changed meanwhile: the user has to check it again. */
const notAccepted = (refusal: CommandFailure): Result<never, CommandFailure> =>
  err(refusal.status === 409 ? { ...refusal, code: EXIT.findings } : refusal);

/** The pinned version; `undefined` if it was not recorded or there is none. */
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
  return ['It differs from its pin.'];
}

const sentenceOf = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Why it needs a decision, and how it differs from its pin. */
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
  if (hints === 'same') return ['  hints    unchanged'];
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
  const changed = `  text     ${screen.paint('yellow', 'changed')}`;
  if (before === undefined) {
    const why = 'The earlier text is not in the record. To see the current one:';
    const show = `toolmark tools show ${shellWord(safeText(`${tool.server}/${tool.name}`))} --json`;
    return [changed, ...wrapText(why, screen.columns - 11).map((line) => `           ${line}`), `             ${show}`];
  }
  return [changed, ...renderDefinitionDiff(before.definition, tool.definition, screen)];
}
