import type { Approval } from '@toolmark/api-contract';
import { hasPerson } from '../ask-person.ts';
import { type FollowedEvent, followEvents } from '../events/follow.ts';
import type { GatewayClient } from '../gateway-client.ts';
import { type AskOptions, screenOf } from '../gateway-client-command.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import { getApproval } from './find.ts';
import { listApprovals } from './list.ts';
import { createQuestionPrompt, type QuestionPrompt } from './question-prompt.ts';
import { createTypedLines } from './typed-lines.ts';
import { renderApprovalLine } from './watch-text.ts';

/** The most approvals that wait at once. */
const MAX_PENDING = 1_000;
/** Remember enough approvals to print each only once. */
const MAX_REMEMBERED = 2_000;

/** `toolmark approvals watch`: follows approvals; on a terminal they can be answered. */
export async function watchApprovals(options: AskOptions, io: Io): Promise<ExitCode> {
  const isAsking = hasPerson(io) && io.stdout.isTTY === true && !options.json;
  const lines = isAsking ? createTypedLines(io.streams) : undefined;
  const prompt = lines && createQuestionPrompt({ options, io, lines });
  const say = (sentence: string): void => void io.stderr.write(`${sentence}\n`);
  const watch = createWatch(options, io, prompt, say);
  const ended = await followEvents(options, io, {
    types: 'approvals',
    onOpen: watch.open,
    onEvent: watch.take,
    say,
  });
  lines?.close();
  if (ended.ok) {
    if (isAsking) io.stderr.write('\n');
    return EXIT.interrupted;
  }
  io.stderr.write(`${ended.error.message}\n`);
  return EXIT.couldNotRun;
}

function createWatch(options: AskOptions, io: Io, prompt: QuestionPrompt | undefined, say: (sentence: string) => void) {
  /** The last printed status of each approval, to print each once. */
  const said = new Map<string, Approval['status']>();
  const tell = (approval: Approval, gateway: GatewayClient): void => {
    const { id, status } = approval;
    if (io.signal.aborted || said.get(id) === status) return;
    const wasTold = said.delete(id);
    said.set(id, status);
    const [oldest] = said.keys();
    if (said.size > MAX_REMEMBERED && oldest !== undefined) said.delete(oldest);
    if (prompt === undefined) {
      // Don't print an approval that was over before the watch started, unless its request was printed.
      if (status === 'pending' || wasTold) io.stdout.write(`${renderApprovalLine(approval, screenOf(options, io))}\n`);
    } else if (status === 'pending') prompt.add(approval, gateway);
    else prompt.settle(approval);
  };
  const reload = async (gateway: GatewayClient): Promise<void> => {
    if (options.json) return;
    const found = await listApprovals(gateway, new URLSearchParams({ status: 'pending' }), MAX_PENDING);
    if (!found.ok) return io.signal.aborted ? undefined : say(found.error.message);
    const pending = new Set(found.value.list.approvals.map(({ id }) => id));
    // Print approvals that were answered during a disconnect.
    for (const [id, status] of [...said]) {
      if (status !== 'pending' || pending.has(id)) continue;
      const current = await getApproval(id, gateway);
      if (current.ok) tell(current.value.value, gateway);
    }
    for (const approval of found.value.list.approvals) tell(approval, gateway);
  };
  return {
    open: reload,
    take: async ({ event, json }: FollowedEvent, gateway: GatewayClient): Promise<void> => {
      if (options.json) {
        if (event.type === 'reset' || event.type.startsWith('approvals.')) io.stdout.write(`${json}\n`);
        return;
      }
      if (event.type === 'reset') return await reload(gateway);
      const id = event.data['id'];
      if (!event.type.startsWith('approvals.') || typeof id !== 'string') return;
      const current = await getApproval(id, gateway);
      if (current.ok) tell(current.value.value, gateway);
      else if (!io.signal.aborted) say(`An approval cannot be shown: ${current.error.message}`);
    },
  };
}
