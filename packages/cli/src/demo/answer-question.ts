import { toMessage } from '@toolmark/annotations';
import type { DemoStep } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import { sendAnswer } from '../approvals/answer.ts';
import { getApproval } from '../approvals/find.ts';
import { renderQuestion } from '../approvals/show-text.ts';
import { askPerson, hasPerson } from '../ask-person.ts';
import { addressOptions } from '../find-gateway.ts';
import type { GatewayClient } from '../gateway-client.ts';
import { type AskOptions, screenOf } from '../gateway-client-command.ts';
import type { Io } from '../io.ts';
import { toSpan } from '../text/amounts.ts';

export interface Asked {
  readonly step: DemoStep;
  readonly gateway: GatewayClient;
  /** The options that lead to the same gateway. */
  readonly options: AskOptions & { readonly wait: number };
  readonly io: Io;
  /** Aborted when the question is over, also if it was answered elsewhere. */
  readonly over: AbortSignal;
}

/** Asks the person at the terminal about the demo's call, or prints where it can be answered. Never rejects. */
export async function answerQuestion(asked: Asked): Promise<void> {
  try {
    await (hasPerson(asked.io) ? askHere(asked) : printWhereToAnswer(asked));
  } catch (error) {
    asked.io.stderr.write(`The approval could not be shown: ${toMessage(error)}\n`);
  }
}

async function askHere({ step, gateway, options, io, over }: Asked): Promise<void> {
  const id = step.approval_id ?? '';
  const found = await getApproval(id, gateway);
  if (!found.ok || over.aborted) return;
  const screen = screenOf(options, { ...io, stdout: io.stderr });
  io.stderr.write(`\n${renderQuestion(found.value.value, screen).join('\n')}\n\n`);
  const signal = AbortSignal.any([io.signal, over]);
  // Someone else answered first, which the next output says: put it on its own line.
  const leaveLine = (): void => void io.stderr.write('\n');
  over.addEventListener('abort', leaveLine, { once: true });
  const isYes = await askPerson(questionOf(step), { ...io, signal });
  over.removeEventListener('abort', leaveLine);
  if (signal.aborted) return;
  const sent = await sendAnswer(id, { decision: isYes ? 'approve' : 'deny' }, gateway, io);
  if (!sent.ok && !io.signal.aborted) io.stderr.write(`${sent.error.message}\n`);
}

const questionOf = ({ tool }: DemoStep): string =>
  tool === 'delete_note' ? 'Delete the note?' : `Call ${safeText(tool)}?`;

async function printWhereToAnswer({ step, options, io }: Asked): Promise<void> {
  const command = `toolmark approvals approve ${safeText(step.approval_id ?? '')}${addressOptions(options)}`;
  const left = options.wait === 0 ? '' : ` within ${toSpan(options.wait * 1_000)}`;
  io.stderr.write(`    Waiting for an answer${left}, on the page or with\n      ${command}\n`);
}
