import { err, ok, type Result } from '@toolmark/annotations';
import { type Review, type ReviewTool, reviewListSchema, reviewSchema } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import { askPerson, hasPerson } from '../ask-person.ts';
import type { GatewayClient } from '../gateway-client.ts';
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
import { plural } from '../text/amounts.ts';
import { shellWord } from '../text/shell-word.ts';
import { renderReview, renderReviews, renderSuspicious } from './review-text.ts';

export interface ReviewOptions extends AskOptions {
  readonly acceptAll?: boolean;
  readonly tool?: readonly string[];
  readonly undo?: boolean;
}

/** `toolmark review`: shows the claims of servers, and accepts those that a person confirms. */
export function review(server: string | undefined, options: ReviewOptions, io: Io): Promise<ExitCode> {
  const problem = optionProblem(server, options);
  if (problem !== undefined) {
    io.stderr.write(`${problem}\n`);
    return Promise.resolve(EXIT.couldNotRun);
  }
  return ask(options, io, async (gateway) => {
    if (server === undefined) return reviewAll(gateway, options, io);
    const found = await getReview(server, gateway);
    if (!found.ok) return found;
    if (options.undo) return undo(found.value, gateway, options);
    if (options.tool !== undefined) return acceptNamed(found.value, options.tool, gateway);
    if (options.acceptAll) return acceptOrdinary([found.value], gateway);
    return found.value.waiting > 0 && hasPerson(io) && !options.json
      ? askAbout([found.value], gateway, options, io)
      : output({
          json: found.value,
          lines: (screen) => [...renderReview(found.value, screen), ...commandsFor(found.value)],
        });
  });
}

/** Asks the user about the claims of these servers; `import` and `servers add` end with it. */
export async function askAbout(
  reviews: readonly Review[],
  gateway: GatewayClient,
  options: AskOptions,
  io: Io,
): Promise<Result<CommandOutput, CommandFailure>> {
  const screen = screenOf(options, { ...io, stdout: io.stderr });
  const say = (lines: readonly string[]): void => void io.stderr.write(`${lines.join('\n')}\n`);
  const after: Review[] = [];
  for (const shown of reviews) {
    say([...renderReview(shown, screen), '']);
    const chosen: ReviewTool[] = [];
    const ordinary = ordinaryOf(shown);
    const all = ordinary.length === 1 ? 'the tool that is' : `all ${ordinary.length} tools that are`;
    if (ordinary.length > 0 && (await askPerson(`Accept ${all} not suspicious?`, io))) chosen.push(...ordinary);
    for (const tool of shown.suspicious_tools) {
      if (io.signal.aborted) break;
      say(renderSuspicious(tool, screen));
      if (await askPerson(`Accept ${safeText(tool.tool)} anyway?`, io)) chosen.push(tool);
    }
    const accepted = chosen.length === 0 ? ok(shown) : await accept(shown, chosen, gateway);
    if (!accepted.ok) return accepted;
    after.push(accepted.value);
  }
  return toOutput(after);
}

/** Fetches the review of a server. */
export async function getReview(server: string, gateway: GatewayClient): Promise<Result<Review, CommandFailure>> {
  const answer = await gateway.request('GET', pathOf(server), reviewSchema);
  return answer.ok ? ok(answer.value.value) : answer;
}

function optionProblem(
  server: string | undefined,
  { acceptAll, tool, undo: isUndo }: ReviewOptions,
): string | undefined {
  if (server === undefined && tool !== undefined)
    return 'Name the server of the tools: toolmark review SERVER --tool …';
  if (server === undefined && isUndo) return 'Name the server: toolmark review SERVER --undo';
  if (acceptAll && (isUndo || tool !== undefined))
    return 'Give only one of --accept-all, --tool and --undo: --accept-all cannot be combined.';
  return undefined;
}

async function reviewAll(
  gateway: GatewayClient,
  options: ReviewOptions,
  io: Io,
): Promise<Result<CommandOutput, CommandFailure>> {
  const listed = await gateway.request('GET', '/reviews', reviewListSchema);
  if (!listed.ok) return listed;
  const waiting = listed.value.value.reviews.filter((summary) => summary.waiting > 0);
  const isAsked = waiting.length > 0 && hasPerson(io) && !options.json;
  if (!options.acceptAll && !isAsked) {
    return output({ json: listed.value.json, lines: (screen) => renderReviews(listed.value.value, screen) });
  }
  const reviews: Review[] = [];
  for (const { server } of waiting) {
    const found = await getReview(server, gateway);
    if (!found.ok) return found;
    reviews.push(found.value);
  }
  return options.acceptAll ? acceptOrdinary(reviews, gateway) : askAbout(reviews, gateway, options, io);
}

async function acceptOrdinary(
  reviews: readonly Review[],
  gateway: GatewayClient,
): Promise<Result<CommandOutput, CommandFailure>> {
  const after: Review[] = [];
  for (const shown of reviews) {
    const ordinary = ordinaryOf(shown);
    const accepted = ordinary.length === 0 ? ok(shown) : await accept(shown, ordinary, gateway);
    if (!accepted.ok) return accepted;
    after.push(accepted.value);
  }
  return toOutput(after);
}

async function acceptNamed(
  shown: Review,
  names: readonly string[],
  gateway: GatewayClient,
): Promise<Result<CommandOutput, CommandFailure>> {
  const waiting = [...shown.suspicious_tools, ...ordinaryOf(shown)];
  const chosen = waiting.filter(({ tool, exposed_name: exposed }) => names.includes(tool) || names.includes(exposed));
  const missing = names.find(
    (name) => !chosen.some(({ tool, exposed_name: exposed }) => tool === name || exposed === name),
  );
  if (missing !== undefined) {
    const of = safeText(`${shown.server}/${missing}`);
    return refuse(
      `${of} has nothing to review. To see what does: toolmark review ${shellWord(safeText(shown.server))}`,
    );
  }
  const accepted = await accept(shown, chosen, gateway);
  return accepted.ok ? toOutput([accepted.value]) : accepted;
}

async function undo(
  shown: Review,
  gateway: GatewayClient,
  { tool: names }: ReviewOptions,
): Promise<Result<CommandOutput, CommandFailure>> {
  const tools = shown.accepted_tools
    .filter(({ tool, exposed_name: exposed }) => names === undefined || names.includes(tool) || names.includes(exposed))
    .map(({ tool }) => tool);
  if (tools.length === 0)
    return refuse(`Nothing of ${safeText(shown.server)} was accepted, so there is nothing to revoke.`);
  const answer = await gateway.request('POST', `${pathOf(shown.server)}/undo`, reviewSchema, { body: { tools } });
  if (!answer.ok) return toNotAccepted(answer.error);
  const { json, value } = answer.value;
  const lines = (screen: Screen): readonly string[] => [
    ...renderReview(value, screen),
    '',
    `Revoked: the declared hints of ${plural(tools.length, 'tool')} no longer apply.`,
  ];
  return output({ json, lines });
}

/** Accepts exactly what was shown. */
async function accept(
  { server }: Review,
  tools: readonly ReviewTool[],
  gateway: GatewayClient,
): Promise<Result<Review, CommandFailure>> {
  const body = { tools: tools.map(({ tool, fingerprint }) => ({ tool, fingerprint })) };
  const answer = await gateway.request('POST', pathOf(server), reviewSchema, { body });
  return answer.ok ? ok(answer.value.value) : toNotAccepted(answer.error);
}

/** Lists what is left: a suspicious tool is accepted only by its name. */
function toOutput(after: readonly Review[]): Result<CommandOutput, CommandFailure> {
  const left = after.some(({ waiting }) => waiting > 0);
  const lines = (screen: Screen): readonly string[] =>
    after.flatMap((shown) => [...renderReview(shown, screen), ...commandsFor(shown), '']).slice(0, -1);
  return output({
    json: after.length === 1 ? after[0] : { reviews: after, total: after.length },
    lines: (screen) => (after.length === 0 ? ['Nothing to review.'] : lines(screen)),
    code: left ? EXIT.findings : EXIT.clean,
  });
}

function commandsFor(shown: Review): readonly string[] {
  const server = shellWord(safeText(shown.server));
  const [first] = shown.suspicious_tools;
  return [
    ...(shown.groups.length === 0
      ? []
      : ['', `Accept all that are not suspicious: toolmark review ${server} --accept-all`]),
    ...(first === undefined
      ? []
      : ['', `Not included: toolmark review ${server} --tool ${shellWord(safeText(first.tool))}`]),
  ];
}

const ordinaryOf = ({ groups }: Review): readonly ReviewTool[] => groups.flatMap(({ tools }) => tools);

const pathOf = (server: string): string => `/servers/${encodeURIComponent(server)}/review`;

const refuse = (message: string): Result<never, CommandFailure> =>
  err({ status: undefined, code: EXIT.findings, message });

/** It changed meanwhile: the user has to check it again. */
const toNotAccepted = (refusal: CommandFailure): Result<never, CommandFailure> =>
  err(refusal.status === 409 ? { ...refusal, code: EXIT.findings } : refusal);
