import type { InputRequiredResult } from '@toolmark/kit';
import * as z from 'zod';
import { elicitForm, type FormOptions } from '../../elicit/elicit-form.ts';
import { invalidArgument } from '../../errors.ts';
import type { Translate } from '../../lang/lang.ts';
import { defineTool, type Work } from '../../tools/define-tool.ts';
import { ADD_LOCAL } from '../../tools/hints.ts';

const Output = z.object({
  answer: z.enum(['confirmed', 'changes', 'declined', 'answered', 'timed-out']),
  text: z.string().optional(),
});
type Output = z.infer<typeof Output>;

/** A question to the user, in the client or on the page. */
interface Question {
  readonly type: 'clarify' | 'confirm';
  readonly message: string;
  readonly risks: readonly string[];
  /** The caller's own options; without them a confirmation has the standard answers. */
  readonly options: readonly string[];
}

export const interactiveDialog = defineTool({
  name: 'interactiveDialog',
  title: { en: 'Interactive dialog', zh: '交互式对话' },
  description: {
    en: 'Asks the user: clarify gets an answer, confirm approval of a task. Only answer "confirmed" is approval; "changes" means the task must change first. With options of your own, answer is "answered" and text the option chosen.',
    zh: '向用户提问：clarify 用于澄清需求，confirm 用于确认任务。只有 answer 为 confirmed 才表示同意；changes 表示需先修改任务。自定义 options 时 answer 为 answered，text 为所选项。',
  },
  hints: ADD_LOCAL,
  input: (t) =>
    z.object({
      type: z.enum(['clarify', 'confirm']).describe(t('Kind of question', '问题类型')),
      message: z.string().max(10_000).optional().describe(t('What to ask', '提问内容')),
      options: z.array(z.string().min(1).max(500)).max(50).optional().describe(t('Answers to offer', '供选择的答案')),
      forceUpdate: z.boolean().optional().describe(t('Has no effect', '无作用，仅为兼容')),
      risks: z.array(z.string().min(1).max(1_000)).max(50).optional().describe(t('Risks to point out', '需提示的风险')),
    }),
  output: Output,
  run: async ({ type, message = '', options = [], risks = [] }, work) => {
    if (message.trim() === '')
      throw invalidArgument(
        work.t('Say in message what the user has to decide.', '请在 message 中说明需要用户决定的内容。'),
      );
    const question: Question = { type, message, options, risks };
    return (await askClient(question, work)) ?? (await askOnPage(question, work));
  },
});

/** The standard answers of a confirmation; declining is always possible. */
const labelsOf = (t: Translate) => ({
  run: t('Run the task', '确认执行'),
  change: t('Change the task first', '需要修改任务'),
  cancel: t('Cancel', '取消执行'),
});

/** `undefined` if the client cannot ask. */
async function askClient(question: Question, work: Work): Promise<Output | InputRequiredResult | undefined> {
  const given = await elicitForm(work.context, formOf(question, work.t));
  if (given.kind === 'ask') return given.question;
  if (given.kind === 'unsupported') return undefined;
  if (given.kind !== 'accepted') return { answer: given.kind };
  const { choice, text } = given.content;
  return toOutput(question, work.t, {
    choice: typeof choice === 'string' ? choice : undefined,
    text: typeof text === 'string' ? text.trim() : '',
  });
}

function formOf({ type, message, options, risks }: Question, t: Translate): FormOptions {
  const isStandard = type === 'confirm' && options.length === 0;
  const offered = isStandard ? Object.values(labelsOf(t)) : options;
  const text = {
    type: 'string' as const,
    title: isStandard ? t('What should change', '需要修改的内容') : t('Your answer', '您的回答'),
    maxLength: 10_000,
  };
  const choice = { type: 'string' as const, title: t('Choose', '请选择'), enum: [...offered] };
  const warnings = risks.map((risk) => `\n⚠ ${risk}`).join('');
  return {
    key: 'dialog',
    message: warnings === '' ? message : `${message}\n${warnings}`,
    requestedSchema:
      offered.length === 0
        ? { type: 'object', properties: { text: { ...text, minLength: 1 } }, required: ['text'] }
        : { type: 'object', properties: { choice, text }, required: ['choice'] },
  };
}

async function askOnPage({ type, message, options, risks }: Question, work: Work): Promise<Output> {
  const { t } = work;
  const labels = labelsOf(t);
  const isStandard = type === 'confirm' && options.length === 0;
  const choices = isStandard
    ? [
        { value: labels.run, label: labels.run, kind: 'primary' as const },
        { value: labels.change, label: labels.change },
      ]
    : options.map((option) => ({ value: option, label: option }));
  const given = await work.dialogs.ask(
    {
      title:
        type === 'confirm'
          ? { en: 'Run this task?', zh: '确认执行任务' }
          : { en: 'Your answer is needed', zh: '需要您的回答' },
      message,
      risks,
      choices,
      allowsText: true,
    },
    work.signal,
  );
  if (given.kind !== 'answered') return { answer: given.kind === 'cancelled' ? 'declined' : 'timed-out' };
  return toOutput(
    { type, message, options, risks },
    t,
    given.isWritten ? { choice: undefined, text: given.value } : { choice: given.value, text: '' },
  );
}

/**
 * Only the standard answer "run" without a comment approves a task: a comment may be a condition. Options of the caller are
 * returned unchanged, because their meaning is unknown.
 */
function toOutput(
  { type, options }: Question,
  t: Translate,
  { choice, text }: { readonly choice: string | undefined; readonly text: string },
): Output {
  const more = text === '' ? {} : { text };
  if (type === 'confirm' && options.length === 0) {
    const { run, cancel } = labelsOf(t);
    if (choice === cancel) return { answer: 'declined', ...more };
    return choice === run && text === '' ? { answer: 'confirmed' } : { answer: 'changes', ...more };
  }
  const said = [choice ?? '', text].filter((one) => one !== '').join('\n');
  return said === '' ? { answer: 'declined' } : { answer: 'answered', text: said };
}
