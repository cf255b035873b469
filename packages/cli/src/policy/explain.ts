import { err, ok, type Result } from '@toolmark/annotations';
import {
  type CallMode,
  type ExplainRequest,
  type PolicyExplanation,
  policyExplanationSchema,
} from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import { describeRoutes } from '../approvals/approval-routes.ts';
import type { GatewayClient, Refusal } from '../gateway-client.ts';
import { type AskOptions, ask, output, type Screen } from '../gateway-client-command.ts';
import type { ExitCode, Io } from '../io.ts';
import { breakLine } from '../text/long-text.ts';
import { findTool } from '../tool-name.ts';
import { DECISION_STYLES, decisionWords } from './decision-text.ts';

export interface ExplainOptions extends AskOptions {
  readonly args?: Readonly<Record<string, unknown>>;
  readonly client?: string;
  readonly token?: string;
  readonly mode?: CallMode;
}

/** `toolmark policy explain`: shows the decision for a call, and why. */
export function explain(server: string, tool: string | undefined, options: ExplainOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const subject = await subjectOf(server, tool, gateway);
    if (!subject.ok) return subject;
    const { args, client, token, mode } = options;
    const body: ExplainRequest = {
      ...subject.value,
      ...(args === undefined ? {} : { arguments: args }),
      ...(client === undefined ? {} : { client }),
      ...(token === undefined ? {} : { token }),
      ...(mode === undefined ? {} : { mode }),
    };
    const answer = await gateway.request('POST', '/policy/explain', policyExplanationSchema, { body });
    if (!answer.ok) return answer;
    const { value, json } = answer.value;
    return output({ json, lines: (screen) => renderExplanation(subject.value, value, screen) });
  });
}

type Subject = Pick<ExplainRequest, 'server' | 'tool'>;

/**
 * One word names both server and tool, like everywhere; two are passed on unchecked, because the gateway reports
 * unknown tools.
 */
async function subjectOf(
  server: string,
  tool: string | undefined,
  gateway: GatewayClient,
): Promise<Result<Subject, Refusal>> {
  if (tool !== undefined) return ok({ server, tool });
  const found = await findTool(server, gateway);
  if (found.ok) return ok({ server: found.value.value.server, tool: found.value.value.name });
  const isName = /\/|__/.test(server);
  const help = isName ? '' : ' Give the server and the tool: toolmark policy explain notes delete_note';
  return err({ ...found.error, message: `${found.error.message}${help}` });
}

function renderExplanation(
  { server, tool }: Subject,
  { decision, ask: terms, steps }: PolicyExplanation,
  screen: Screen,
): readonly string[] {
  const { paint, columns } = screen;
  const prose = (text: string, indent: string): readonly string[] =>
    breakLine(safeText(text), columns - indent.length).map((line) => `${indent}${line}`);
  const { kind, rule, reason } = decision;
  const [first = '', ...rest] = breakLine(safeText(`${server}/${tool}`), columns - kind.length - 2);
  return [
    `${paint('bold', first)}  ${paint(DECISION_STYLES[kind], kind)}`,
    ...rest.map((line) => paint('bold', line)),
    ...prose(`It ${decisionWords(kind, rule)}.`, '  ').map((line) => paint('dim', line)),
    ...prose(`${reason} (${rule})`, '  '),
    ...(terms === null ? [] : prose(`It can be answered ${describeRoutes(terms)}.`, '  ')),
    ...(steps.length === 0 ? [] : ['']),
    ...steps.flatMap(({ rule: name, matched, because }) => [
      ...breakLine(safeText(name), columns - 4).map((line, index) => {
        const mark = index > 0 ? ' ' : matched ? paint('green', '✓') : paint('dim', '·');
        return `  ${mark} ${paint(matched ? 'bold' : 'dim', line)}`;
      }),
      ...prose(because, '    ').map((line) => (matched ? line : paint('dim', line))),
    ]),
  ];
}
