import { err, ok, type Result } from '@toolmark/annotations';
import {
  type CallAnswer,
  type CallBody,
  callAnswerSchema,
  type ToolCallDetail,
  type ToolClassName,
  toolDetailSchema,
} from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import { askPerson, hasPerson } from '../ask-person.ts';
import type { GatewayClient, Refusal } from '../gateway-client.ts';
import {
  type AskOptions,
  ask,
  type CommandFailure,
  type CommandOutput,
  output,
  type Screen,
  screenOf,
} from '../gateway-client-command.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import { shellWord } from '../text/shell-word.ts';
import { toolPath } from '../tool-name.ts';
import { findCall } from './find.ts';
import { renderResult } from './result-text.ts';
import { renderArguments, renderCall, renderCallHead } from './show-text.ts';

export interface ReplayCallOptions extends AskOptions {
  readonly yes?: boolean;
}

/** Shorter than the runtime's own request timeout. */
const TIMEOUT_MS = 280_000;

/** `toolmark calls replay`: repeats a call; asks first unless its tool is read-only. */
export function replayCall(id: string, options: ReplayCallOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const found = await findCall(id, gateway);
    if (!found.ok) return found;
    const call = found.value.value;
    // Check first, so that nobody is asked about a call that cannot be repeated.
    const problem = argumentsProblem(call.arguments);
    if (problem !== undefined) return notCalled(problem);
    const now = await subjectOf(call, gateway);
    if (!now.ok) return now;
    const agreed = await agree(call, now.value, options, io);
    if (!agreed.ok) return agreed;
    if (agreed.value === 'no') return notCalled();
    return await replay(call, agreed.value === 'yes', gateway);
  });
}

function argumentsProblem(given: CallBody | null): string | undefined {
  if (given?.is_cut) return 'Its arguments were too long to be kept in full, so they differ from what was sent.';
  if (given !== null && given.redactions > 0) {
    return 'Secrets were removed from its arguments before they were stored, so they differ from what was sent.';
  }
  return undefined;
}

const notCalled = (why = ''): Result<never, CommandFailure> =>
  err({ status: undefined, code: EXIT.findings, message: `${why} The call was not made.`.trim() });

/** The tool to call, in its current state. */
interface Subject {
  readonly class: ToolClassName;
  /** Whether the policy would ask a person. */
  readonly isAsked: boolean;
}

/** The effective class: the tool may have changed since, and the stricter class is confirmed. */
async function subjectOf(call: ToolCallDetail, gateway: GatewayClient): Promise<Result<Subject, CommandFailure>> {
  const { server, tool } = call;
  if (server === null || call.class === null) return notCalled(`There is no tool '${safeText(tool)}'.`);
  const now = await gateway.request('GET', toolPath({ server, name: tool }), toolDetailSchema);
  if (!now.ok) return now.error.status === 404 ? notCalled(now.error.message) : now;
  const { class: classNow, policy } = now.value.value;
  const classes = [call.class, classNow];
  return ok({
    class: CLASSES.find((name) => classes.includes(name)) ?? 'destructive',
    isAsked: policy.decision === 'ask',
  });
}

const CLASSES = ['destructive', 'additive', 'read'] as const;

/** `unasked`: read-only and allowed, so no confirmation was needed. */
async function agree(
  call: ToolCallDetail,
  { class: toolClass, isAsked }: Subject,
  options: ReplayCallOptions,
  io: Io,
): Promise<Result<'yes' | 'no' | 'unasked', CommandFailure>> {
  if (options.yes) return ok('yes');
  if (toolClass === 'read' && !isAsked) return ok('unasked');
  const title = safeText(call.title);
  if (!hasPerson(io)) {
    const why = toolClass === 'read' ? 'needs approval by the policy' : `is ${toolClass}`;
    return notCalled(`${title} ${why}, and there is no terminal to ask in: add --yes to call it anyway.`);
  }
  const screen = screenOf(options, { ...io, stdout: io.stderr });
  const shown = [...renderCallHead(call, screen), ...renderArguments(call.arguments, screen), ''];
  io.stderr.write(`${shown.join('\n')}\n`);
  return ok((await askPerson(`Call ${title} (${toolClass}) again with these arguments?`, io)) ? 'yes' : 'no');
}

async function replay(
  call: ToolCallDetail,
  isConfirmed: boolean,
  gateway: GatewayClient,
): Promise<Result<CommandOutput, CommandFailure>> {
  const answer = await gateway.request('POST', `/tool-calls/${encodeURIComponent(call.id)}/replay`, callAnswerSchema, {
    // The policy does not ask again after this confirmation.
    body: isConfirmed ? { confirm: true } : {},
    patienceMs: TIMEOUT_MS,
  });
  if (!answer.ok) {
    const { status, message } = answer.error;
    // A refused call was not made.
    if (status === 409 || status === 404) return notCalled(message);
    return status === undefined ? err(withUnknownOutcome(answer.error, call)) : answer;
  }
  const { value, json } = answer.value;
  const code = isWell(value) ? EXIT.clean : EXIT.findings;
  return output({ json, code, lines: (screen) => renderAnswer(value, screen) });
}

function isWell({ tool_call: made, reply }: CallAnswer): boolean {
  return made === null ? 'result' in reply && reply.result['isError'] !== true : made.status === 'ok';
}

/** The new call, or only its result if it could not be recorded. */
function renderAnswer({ tool_call: made, reply }: CallAnswer, screen: Screen): readonly string[] {
  if (made !== null) return renderCall(made, screen);
  const { paint, columns } = screen;
  return [
    `${paint('yellow', '!')} The call was made, but could not be recorded. Its result:`,
    ...renderResult('result' in reply ? reply.result : reply.error, columns - 4).map((line) => `    ${line}`),
  ];
}

/** No answer arrived, but the call may have been made. */
const withUnknownOutcome = (refusal: Refusal, { tool }: ToolCallDetail): Refusal => ({
  ...refusal,
  message: `${refusal.message} The call may have been made anyway; check with:\n  toolmark calls --since 1h --tool ${shellWord(safeText(tool))}`,
});
