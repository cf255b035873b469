import type { Approval, ApprovalRequest } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import type { GatewayClient } from '../gateway-client.ts';
import { type AskOptions, type Screen, screenOf } from '../gateway-client-command.ts';
import type { Io } from '../io.ts';
import { plural } from '../text/amounts.ts';
import { shellWord } from '../text/shell-word.ts';
import { renderOutcome, sendAnswer } from './answer.ts';
import { outcomeOf } from './approval-text.ts';
import { fetchSentParams } from './find.ts';
import { renderWhole } from './sent-text.ts';
import { renderQuestion } from './show-text.ts';
import type { TypedLines } from './typed-lines.ts';

/** Asks the person at the terminal about waiting calls, one after the other. */
export interface QuestionPrompt {
  readonly add: (approval: Approval, gateway: GatewayClient) => void;
  /** Withdraws a question because someone else answered it or it expired. */
  readonly settle: (approval: Approval) => void;
}

interface QuestionPromptParts {
  readonly options: AskOptions;
  readonly io: Io;
  readonly lines: TypedLines;
}

interface Question {
  readonly approval: Approval;
  readonly gateway: GatewayClient;
}

type Choice = ApprovalRequest | 'skip' | 'view';

const CHOICES: Readonly<Record<string, Choice>> = {
  a: { decision: 'approve', remember: 'once' },
  s: { decision: 'approve', remember: 'session' },
  A: { decision: 'approve', remember: 'always' },
  d: { decision: 'deny' },
  v: 'view',
  '': 'skip',
};

const PROMPT = '[a]pprove once, for this [s]ession, [A]lways, [d]eny, [v]iew parameters, or Enter to skip: ';

export function createQuestionPrompt({ options, io, lines }: QuestionPromptParts): QuestionPrompt {
  let queue: readonly Question[] = [];
  let current: { readonly id: string; readonly taken: AbortController } | undefined;
  let taken: Approval | undefined;
  let isWorking = false;
  const write = (text: string): void => void io.stderr.write(text);
  const screen = (): Screen => screenOf(options, { ...io, stdout: io.stderr });

  const answer = async ({ approval, gateway }: Question, request: ApprovalRequest): Promise<void> => {
    const sent = await sendAnswer(approval.id, request, gateway, io);
    if (io.signal.aborted) return;
    write(`${sent.ok ? renderOutcome(approval, sent.value.value, screen()) : sent.error.message}\n\n`);
  };

  const view = async ({ approval, gateway }: Question): Promise<void> => {
    const sent = await fetchSentParams(approval.id, gateway);
    if (io.signal.aborted) return;
    const text = sent.ok ? sent.value.value.text : null;
    if (sent.ok && text !== null) write(`${renderWhole({ ...sent.value.value, text }, screen()).join('\n')}\n\n`);
    else write(`${sent.ok ? 'The gateway did not return the parameters.' : sent.error.message}\n`);
  };

  /** Returns whether the question is finished: answered, skipped or withdrawn. */
  const askOnce = async (question: Question, signal: AbortSignal): Promise<boolean> => {
    write(PROMPT);
    const line = await lines.next(signal);
    if (line === undefined) return true;
    const choice = CHOICES[line.trim()];
    if (choice === undefined) return false;
    const { approval } = question;
    if (choice === 'skip') {
      write(`Skipped. Answer it later with:\n  toolmark approvals approve ${shellWord(safeText(approval.id))}\n\n`);
      return true;
    }
    if (choice === 'view') {
      await view(question);
      return signal.aborted;
    }
    if (choice.remember === 'always') {
      write(`${alwaysOf(approval)} [y/N] `);
      if (!/^\s*y(es)?\s*$/i.test((await lines.next(signal)) ?? '')) return signal.aborted || lines.isOver();
    }
    // Cleared first, so that the event about our own answer is not announced.
    current = undefined;
    await answer(question, choice);
    return true;
  };

  const put = async (question: Question): Promise<void> => {
    const { approval } = question;
    const withdrawn = new AbortController();
    current = { id: approval.id, taken: withdrawn };
    taken = undefined;
    const more = queue.length === 0 ? [] : [`  (${plural(queue.length, 'more question')} after this one)`];
    write(`${[...renderQuestion(approval, screen()), ...more, ''].join('\n')}\n`);
    const signal = AbortSignal.any([withdrawn.signal, io.signal]);
    while (!(await askOnce(question, signal)));
    current = undefined;
    if (io.signal.aborted || taken === undefined) return;
    // Half-typed input was meant for this question, and must not answer the next one.
    write(`\n${outcomeOf(taken, io.now())} Press Enter to continue. `);
    await lines.next(io.signal);
  };

  const work = async (): Promise<void> => {
    for (let [next] = queue; next !== undefined && !io.signal.aborted; [next] = queue) {
      queue = queue.slice(1);
      await put(next);
      if (!lines.isOver() || io.signal.aborted) continue;
      queue = [];
      write(
        '\nInput has ended, so nothing can be answered here. List the waiting calls: toolmark approvals. Stop with Ctrl-C.\n',
      );
    }
    isWorking = false;
  };

  return {
    add: (approval, gateway) => {
      if (lines.isOver() || current?.id === approval.id) return;
      if (queue.some(({ approval: waiting }) => waiting.id === approval.id)) return;
      queue = [...queue, { approval, gateway }];
      if (isWorking) return;
      isWorking = true;
      // Start after the current batch, so that questions that arrive together are counted together.
      queueMicrotask(() => void work());
    },
    settle: (approval) => {
      queue = queue.filter(({ approval: waiting }) => waiting.id !== approval.id);
      if (current?.id !== approval.id) return;
      taken = approval;
      current.taken.abort();
    },
  };
}

const alwaysOf = ({ server, tool, principal, client_name: client, rule }: Approval): string =>
  safeText(
    `Let every call of ${server}/${tool} by ${client === null ? 'a client without a name' : `'${client}'`} with token '${principal}' pass without the question of rule '${rule}', until revoked?`,
  );
