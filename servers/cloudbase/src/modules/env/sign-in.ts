import type { InputRequiredResult } from '@toolmark/kit';
import { elicitForm } from '../../elicit/elicit-form.ts';
import { CloudBaseError } from '../../errors.ts';
import type { DeviceLogin, Session } from '../../session/session.ts';
import type { Work } from '../../tools/define-tool.ts';

export type SignIn =
  | { readonly kind: 'done' }
  | { readonly kind: 'ask'; readonly question: InputRequiredResult }
  /** The user must open the address first; a later call continues the login. */
  | { readonly kind: 'waiting'; readonly url: string; readonly userCode: string };

/** A login that waits for the user's confirmation. */
interface Pending {
  readonly login: DeviceLogin;
  /** Shared by concurrent calls: Tencent's answer ends the login for all of them. */
  polling: Promise<void> | undefined;
}

/** The maximum wait of one call, because clients time out after a minute. */
const WAIT_MS = 45_000;

const pendingLogins = new WeakMap<Session, Pending>();

/**
 * Signs the user in through the browser. A client that can ask shows the address; others get it in the result, and the next call waits
 * for the confirmation.
 */
export async function signIn(work: Work): Promise<SignIn> {
  const { session, signal, context, progress, t } = work;
  const earlier = pendingLogins.get(session);
  const pending = earlier ?? { login: await session.startDeviceLogin(signal), polling: undefined };
  pendingLogins.set(session, pending);
  const { url, userCode } = pending.login;
  const message = t(
    `To sign in to Tencent Cloud, open ${url} and confirm the code ${userCode}.`,
    `登录腾讯云：请打开 ${url} 并确认验证码 ${userCode}。`,
  );
  const asked = await elicitForm(context, {
    key: 'signIn',
    message,
    requestedSchema: {
      type: 'object',
      properties: { confirmed: { type: 'boolean', title: t('I have confirmed the code', '我已确认'), default: true } },
      required: ['confirmed'],
    },
  });
  if (asked.kind === 'ask') return asked;
  if (asked.kind === 'declined') {
    pendingLogins.delete(session);
    throw new CloudBaseError('DECLINED', t('The user did not want to sign in.', '用户取消了登录。'));
  }
  const waiting = { kind: 'waiting', url, userCode } as const;
  if (asked.kind === 'unsupported' && earlier === undefined) return waiting;
  await progress({ progress: 0, message });
  return (await isConfirmed(pending, work)) ? { kind: 'done' } : waiting;
}

async function isConfirmed(pending: Pending, { session, signal }: Work): Promise<boolean> {
  const enough = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]);
  pending.polling ??= pending.login.completed(enough).finally(() => {
    pending.polling = undefined;
  });
  try {
    await pending.polling;
    pendingLogins.delete(session);
    return true;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof CloudBaseError)) return false;
    pendingLogins.delete(session);
    throw error;
  }
}
