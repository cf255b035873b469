import { err, ok, type Result } from '@toolmark/annotations';
import { callAnswerSchema, type ToolCallDetail, type ToolClassName, toolDetailSchema } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import { askPerson, hasPerson } from '../ask-person.ts';
import type { GatewayClient, Refusal } from '../gateway-client.ts';
import { type AskOptions, ask, screenOf, type Told, told } from '../gateway-client-command.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import { findCall } from './find.ts';
import { renderArguments, renderCall, renderCallHead } from './show-text.ts';

export interface ReplayCallOptions extends AskOptions {
  readonly yes?: boolean;
}

/** Less than the time after which a request for it is given up by the runtime. */
const PATIENCE_MS = 280_000;

/** `toolmark calls replay`: makes a call again, after a question unless its tool only reads. */
export function replayCall(id: string, options: ReplayCallOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const found = await findCall(id, gateway);
    if (!found.ok) return found;
    const call = found.value.value;
    const classNow = await classOf(call, gateway);
    if (!classNow.ok) return classNow;
    const agreed = await agree(call, classNow.value, options, io);
    if (!agreed.ok) return agreed;
    if (!agreed.value) return told({ json: null, code: EXIT.findings, lines: () => ['Not called.'] });
    return await replay(call, classNow.value, gateway);
  });
}

/** The class that counts: the tool may have changed since, and the stricter reading is asked about. */
async function classOf(call: ToolCallDetail, gateway: GatewayClient): Promise<Result<ToolClassName, Refusal>> {
  const { server, tool } = call;
  if (server === null || call.class === null) {
    return err({ status: 409, message: `There is no tool '${safeText(tool)}', so the call cannot be made again.` });
  }
  const path = `/tools/${encodeURIComponent(server)}/${encodeURIComponent(tool)}`;
  const now = await gateway.request('GET', path, toolDetailSchema);
  if (!now.ok) return now;
  const classes = [call.class, now.value.value.class];
  return ok(CLASSES.find((name) => classes.includes(name)) ?? 'destructive');
}

const CLASSES = ['destructive', 'additive', 'read'] as const;

async function agree(
  call: ToolCallDetail,
  toolClass: ToolClassName,
  options: ReplayCallOptions,
  io: Io,
): Promise<Result<boolean, Refusal>> {
  if (toolClass === 'read' || options.yes) return ok(true);
  const title = safeText(call.title);
  if (!hasPerson(io)) {
    return err({
      status: undefined,
      message: `${title} is ${toolClass}. To call it again without a question, add --yes.`,
    });
  }
  const screen = screenOf(options, { ...io, stdout: io.stderr });
  const shown = [...renderCallHead(call, screen), ...renderArguments(call.arguments, screen), ''];
  io.stderr.write(`${shown.join('\n')}\n`);
  return ok(await askPerson(`Call ${title} (${toolClass}) again with these arguments?`, io));
}

async function replay(
  call: ToolCallDetail,
  toolClass: ToolClassName,
  gateway: GatewayClient,
): Promise<Result<Told, Refusal>> {
  const answer = await gateway.request('POST', `/tool-calls/${encodeURIComponent(call.id)}/replay`, callAnswerSchema, {
    body: toolClass === 'read' ? {} : { confirm: true },
    patienceMs: PATIENCE_MS,
  });
  if (!answer.ok) return answer.error.status === undefined ? err(withDoubt(answer.error, call)) : answer;
  const { value, json } = answer.value;
  const { tool_call: made } = value;
  const code = made.status === 'ok' ? EXIT.clean : EXIT.findings;
  return told({ json, code, lines: (screen) => renderCall(made, screen) });
}

/** Nothing came back, but the call may have left. */
const withDoubt = (refusal: Refusal, { tool }: ToolCallDetail): Refusal => ({
  ...refusal,
  message: `${refusal.message} It may have been called all the same; look with: toolmark calls --since 1h --tool ${safeText(tool)}`,
});
