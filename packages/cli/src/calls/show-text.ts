import { isDeepStrictEqual } from 'node:util';
import type { CallAttempt, CallBody, CallRound, ToolCall, ToolCallDetail } from '@toolmark/api-contract';
import { safeText, wrapText } from '@toolmark/audit';
import type { Screen } from '../gateway-client-command.ts';
import { plural, toCount, toElapsed, toLocal, toLocalAndAgo, toSize } from '../text/amounts.ts';
import { type Fact, heading, renderFacts } from '../text/facts.ts';
import { renderJson, renderLongText } from '../text/long-text.ts';
import { renderHintsThen } from './hints-text.ts';
import { failureText } from './list-text.ts';
import { CLASS_MARKS, clientOf, MODE_WORDS, STATUS_MARKS, statusOf, toolOf } from './marks.ts';
import { renderResult } from './result-text.ts';

const INDENT = '    ';

/** All details of one call. */
export function renderCall(call: ToolCallDetail, screen: Screen): readonly string[] {
  const { paint } = screen;
  const trouble = failureText(call);
  return [
    ...renderCallHead(call, screen),
    `  ${paint(STATUS_MARKS[call.status].style, statusOf(call))}${paint('dim', afterOf(call))}`,
    ...(trouble === undefined ? [] : prose(safeText(trouble), INDENT, screen)),
    '',
    ...renderFacts(factsOf(call, screen), screen),
    ...renderAttempts(call.attempt_log, screen),
    ...renderHints(call, screen),
    ...renderArguments(call.arguments, screen),
    ...(call.others === null ? [] : renderBody('Also sent', call.others, screen, renderJson)),
    ...call.rounds.flatMap((round) => renderRound(round, screen)),
    ...renderBody('Result', call.result, screen, (value, width) =>
      isSaidAbove(value, call) ? ['same as the error above'] : renderResult(value, width),
    ),
  ];
}

/** Whether a result contains nothing but the error that is already printed. */
function isSaidAbove(value: unknown, { error }: ToolCallDetail): boolean {
  if (error === null) return false;
  const { code, message } = error;
  const text = { type: 'text', text: message };
  const told = [
    { code, message },
    { content: [text], isError: true },
  ];
  return told.some((said) => isDeepStrictEqual(value, said));
}

/** The tool with its class at the time of the call. */
export function renderCallHead(
  call: Pick<ToolCall, 'class' | 'server' | 'title' | 'tool'>,
  { paint }: Screen,
): readonly string[] {
  const shown = call.class === null ? 'no such tool' : call.class;
  const style = call.class === null ? 'dim' : CLASS_MARKS[call.class].style;
  const title = call.title === call.tool ? '' : `${paint('bold', safeText(call.title))}  `;
  return [`${title}${paint(style, toolOf(call))}  ${paint('dim', shown)}`];
}

export function renderArguments(body: CallBody | null, screen: Screen): readonly string[] {
  return renderBody('Arguments', body, screen, renderJson);
}

function renderRound({ at, others, params_digest: digest }: CallRound, screen: Screen): readonly string[] {
  const proof = digest === null ? [] : [`${INDENT}${screen.paint('dim', `digest ${safeText(digest)}`)}`];
  return [...renderBody(`Answers sent at ${toLocal(at)}`, others, screen, renderJson), ...proof];
}

function afterOf({ status, duration_ms: took }: ToolCallDetail): string {
  if (took !== null) return `  after ${toElapsed(took)}`;
  return status === 'running' ? '' : '  duration unknown';
}

function factsOf(call: ToolCallDetail, { now }: Screen): readonly Fact[] {
  const { metrics, decision } = call;
  const tokens =
    metrics.total_tokens === null
      ? 'not counted yet'
      : `${toCount(metrics.input_tokens ?? 0)} in, ${toCount(metrics.output_tokens ?? 0)} out, ${toCount(metrics.total_tokens)} together (an estimate: ${metrics.encoding})`;
  const attempts = call.attempts === null ? 'not known' : plural(call.attempts, 'attempt');
  return [
    ['id', safeText(call.id)],
    ['session', safeText(call.session_id)],
    ['started', toLocalAndAgo(call.started_at, now)],
    ['made by', `${clientOf(call.client_name)}, token ${safeText(call.principal)}, ${MODE_WORDS[call.mode]}`],
    ['decision', decision === null ? 'none' : `${decision.kind}: ${safeText(`${decision.reason} (${decision.rule})`)}`],
    ...(call.approval_id === null ? [] : [['approval', safeText(call.approval_id)] as const]),
    ['sent', call.cached && !call.attempts ? 'no: answered from the cache' : attempts],
    ['tokens', tokens],
    ...(call.params_digest === null ? [] : [['digest', safeText(call.params_digest)] as const]),
    ...(call.error?.code == null ? [] : [['error code', String(call.error.code)] as const]),
  ];
}

/** The failed attempts before the last one. */
function renderAttempts(attempts: readonly CallAttempt[], screen: Screen): readonly string[] {
  if (attempts.length === 0) return [];
  const facts = attempts.map(({ at, duration_ms: took, code, message }, index): Fact => {
    const text = `${toLocal(at)}, ${toElapsed(took)}: ${safeText(message)} (${code})`;
    return [`attempt ${index + 1}`, text];
  });
  return [...heading('Failed attempts', screen), ...renderFacts(facts, screen)];
}

function renderHints({ effective, annotations }: ToolCallDetail, screen: Screen): readonly string[] {
  if (effective === null) return [];
  const none = annotations === undefined ? [`  ${screen.paint('dim', 'The server declared none.')}`] : [];
  return [...heading('Hints at the time', screen), ...renderHintsThen(effective, screen), ...none];
}

export function renderBody(
  title: string,
  body: CallBody | null,
  screen: Screen,
  render: (value: unknown, width: number) => readonly string[],
): readonly string[] {
  const { paint, columns } = screen;
  if (body === null) return [...heading(title, screen), `${INDENT}${paint('dim', 'none')}`];
  const notes = [
    ...(body.redactions > 0
      ? [
          `${plural(body.redactions, 'secret')} ${body.redactions === 1 ? 'was' : 'were'} removed before this was stored.`,
        ]
      : []),
    ...(body.is_cut ? [`Only the beginning was kept, of ${toSize(body.bytes)}.`] : []),
  ];
  // Cut JSON does not parse, so print it as text.
  const width = columns - INDENT.length;
  const isPart = body.is_cut && typeof body.value === 'string';
  const lines = isPart ? renderLongText(String(body.value), width) : render(body.value, width);
  return [
    '',
    `  ${paint('bold', title)}  ${paint('dim', toSize(body.bytes))}`,
    ...notes.map((note) => `  ${paint('yellow', '!')} ${note}`),
    ...lines.map((line) => `${INDENT}${line}`.trimEnd()),
  ];
}

const prose = (text: string, indent: string, { columns }: Screen): readonly string[] =>
  wrapText(text, columns - indent.length).map((line) => `${indent}${line}`);
