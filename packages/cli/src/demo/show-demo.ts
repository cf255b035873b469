import type { Result } from '@toolmark/annotations';
import { type Demo, demoSchema, signInLinkSchema } from '@toolmark/api-contract';
import { createTypedLines } from '../approvals/typed-lines.ts';
import { hasPerson } from '../ask-person.ts';
import type { FoundGateway } from '../find-gateway.ts';
import { createClient, type GatewayClient, type Refusal } from '../gateway-client.ts';
import { screenOf } from '../gateway-client-command.ts';
import { EXIT, type ExitCode, type Io, sleep } from '../io.ts';
import { toSpan } from '../text/amounts.ts';
import { answerQuestion } from './answer-question.ts';
import type { DemoOptions } from './demo-command.ts';
import { createDemoPrinter, renderIntroduction, renderNext } from './demo-text.ts';
import { followDemo } from './follow-demo.ts';

export interface Show {
  readonly found: FoundGateway;
  readonly options: DemoOptions;
  readonly io: Io;
  /** Whether the gateway runs only as long as the demo. */
  readonly isOwn: boolean;
}

const STOP_TIMEOUT_MS = 5_000;

/** Starts the demo, or follows the one that is already running, and prints it until it ends. */
export async function showDemo(show: Show): Promise<ExitCode> {
  const { found, options, io, isOwn } = show;
  const gateway = createClient(found, io);
  const started = await gateway.request('POST', '/demo', demoSchema, { body: { fast: options.fast === true } });
  const isJoined = !started.ok && started.error.error === 'conflict';
  const told = started.ok || isJoined ? await printDemo(show, gateway, isJoined) : started;
  if (io.signal.aborted) {
    // Stop a demo that we started on a running gateway; our own gateway stops with its demo.
    if (started.ok && !isOwn) await stop(createClient(found, { ...io, signal: AbortSignal.timeout(STOP_TIMEOUT_MS) }));
    io.stderr.write('\nInterrupted.\n');
    return EXIT.interrupted;
  }
  if (!told.ok) return refuse(told.error.message, io);
  const demo = told.value;
  if (options.json) io.stdout.write(`${JSON.stringify(demo, null, 2)}\n`);
  if (demo.problem !== null) return refuse(demo.problem, io);
  if (demo.state === 'stopped') io.stderr.write('The demo was stopped early.\n');
  const lasting = isOwn ? (hasPerson(io) && !options.json ? 'waits' : 'ends') : 'goes on';
  if (!options.json) io.stdout.write(`${renderNext(demo, options, lasting).join('\n')}\n`);
  if (lasting === 'waits') await waitForEnter(io);
  return demo.state === 'done' ? EXIT.clean : EXIT.findings;
}

export function refuse(message: string, io: Pick<Io, 'stderr'>): ExitCode {
  io.stderr.write(`${message}\n`);
  return EXIT.couldNotRun;
}

async function printDemo(
  { options, io }: Show,
  gateway: GatewayClient,
  isJoined: boolean,
): Promise<Result<Demo, Refusal>> {
  const print = (lines: readonly string[]): void => {
    if (!options.json) io.stdout.write(`${lines.join('\n')}\n`);
  };
  if (!options.json) print(renderIntroduction(await pageOf(gateway, io), isJoined));
  const answering: Promise<void>[] = [];
  const told = await followDemo({
    gateway,
    io,
    onChange: createDemoPrinter(screenOf(options, io), print),
    onAsking: (step, over) => {
      answering.push(answerQuestion({ step, gateway, options, io, over }));
      if (!isJoined && !hasPerson(io)) void giveUp(gateway, over, options, io);
    },
  });
  await Promise.all(answering);
  return told;
}

/** Without a terminal to ask in, the demo waits for less time than an approval allows. */
async function giveUp(gateway: GatewayClient, over: AbortSignal, { wait }: DemoOptions, io: Io): Promise<void> {
  await sleep(wait * 1_000, { ...io, signal: AbortSignal.any([io.signal, over]) });
  if (over.aborted || io.signal.aborted) return;
  io.stderr.write(`There was no answer within ${toSpan(wait * 1_000)}.\n`);
  await stop(gateway);
}

const stop = (gateway: GatewayClient) =>
  gateway.request('DELETE', '/demo', demoSchema, { patienceMs: STOP_TIMEOUT_MS });

/** Print a sign-in link only on a terminal: elsewhere it would end up in a log. */
async function pageOf(gateway: GatewayClient, io: Io): Promise<string> {
  if (io.stdout.isTTY !== true) return gateway.origin;
  const link = await gateway.request('POST', '/links', signInLinkSchema);
  return link.ok ? link.value.value.url : gateway.origin;
}

async function waitForEnter(io: Io): Promise<void> {
  const lines = createTypedLines(io.streams);
  io.stderr.write('\nPress Enter to end. ');
  await lines.next(io.signal);
  lines.close();
}
