import type { Text } from '../../lang/lang.ts';

/** The fixed texts of the dialog pages. */
export const TEXTS = {
  asks: { en: 'CloudBase asks you', zh: 'CloudBase 需要您确认' },
  timeLeft: { en: 'Time left', zh: '剩余时间' },
  lastMinute: { en: 'Less than a minute left.', zh: '剩余时间不足一分钟。' },
  risks: { en: 'Risks', zh: '风险' },
  choices: { en: 'Choose an answer', zh: '请选择' },
  answer: { en: 'Your answer', zh: '您的回答' },
  orAnswer: { en: 'Or write an answer', zh: '或者自己填写' },
  send: { en: 'Send', zh: '发送' },
  cancel: { en: 'Cancel', zh: '取消' },
  sendKeys: { en: 'Enter sends, Shift+Enter starts a new line.', zh: '按 Enter 发送，Shift+Enter 换行。' },
  escapeKey: { en: 'Esc cancels.', zh: '按 Esc 取消。' },
  closing: {
    en: 'Closing this tab does not answer. The question stays open until it times out.',
    zh: '关闭此标签页不会作答，问题会一直保留到超时为止。',
  },
  local: { en: 'Served by toolmark-cloudbase on this machine.', zh: '此页面由本机的 toolmark-cloudbase 提供。' },
  answered: { en: 'Answer sent', zh: '已提交' },
  answeredMore: { en: 'You can close this tab.', zh: '您可以关闭此标签页了。' },
  cancelled: { en: 'Cancelled', zh: '已取消' },
  cancelledMore: {
    en: 'The agent is told that you cancelled. You can close this tab.',
    zh: '已告知智能体您取消了操作。您可以关闭此标签页了。',
  },
  already: { en: 'This question was already answered', zh: '该问题已经回答过了' },
  alreadyMore: { en: 'Only the first answer counts.', zh: '仅第一次的回答有效。' },
  timedOut: { en: 'Time is up', zh: '已超时' },
  timedOutMore: {
    en: 'The agent is told that the question timed out. It can ask again.',
    zh: '已告知智能体无人作答，它可以重新提问。',
  },
  over: { en: 'This question is closed', zh: '该问题已结束' },
  overMore: {
    en: 'The agent stopped waiting for an answer. You can close this tab.',
    zh: '智能体已不再等待回答。您可以关闭此标签页了。',
  },
  lost: { en: 'This question is closed', zh: '该问题已结束' },
  lostMore: {
    en: 'The program that asked has stopped waiting or ended. You can close this tab.',
    zh: '提问的程序已不再等待或已退出。您可以关闭此标签页了。',
  },
  unknown: { en: 'There is no such question', zh: '没有这个问题' },
  unknownMore: {
    en: 'It was closed, or the address is incomplete. Copy the whole address.',
    zh: '它已结束，或者地址不完整。请复制完整的地址。',
  },
  refused: { en: 'This answer was not accepted', zh: '此回答未被接受' },
  refusedMore: {
    en: 'Go back and answer on the page of the question.',
    zh: '请返回，并在问题页面中作答。',
  },
} as const satisfies Readonly<Record<string, Text>>;
