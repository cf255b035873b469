import * as z from 'zod';
import { CloudBaseError } from '../../errors.ts';
import { defineTool, type Work } from '../../tools/define-tool.ts';
import { ADD, END_LOCAL } from '../../tools/hints.ts';
import { chooseEnv } from './choose-env.ts';
import { onlyConfirm } from './confirm.ts';
import { type DescribedEnvs, describeEnvs } from './describe-envs.ts';
import { signIn } from './sign-in.ts';

export const login = defineTool({
  name: 'login',
  title: { en: 'Log in to CloudBase', zh: '登录云开发' },
  description: {
    en: 'Signs the user in and chooses the environment. With signedIn: false, show the user url and userCode, then call it again.',
    zh: '登录并选择环境。若返回 signedIn: false，请向用户展示 url 和 userCode，然后再次调用。',
  },
  hints: ADD,
  input: (t) =>
    z.object({
      forceUpdate: z.boolean().optional().describe(t('Choose the environment again', '重新选择环境')),
    }),
  output: z.object({
    signedIn: z.boolean(),
    url: z.string().optional(),
    userCode: z.string().optional(),
    envId: z.string().optional(),
    alias: z.string().optional(),
  }),
  run: async ({ forceUpdate = false }, work) => {
    let described = await describeIfSignedIn(work);
    if (described === undefined) {
      const signed = await signIn(work);
      if (signed.kind === 'ask') return signed.question;
      if (signed.kind === 'waiting') return { signedIn: false, url: signed.url, userCode: signed.userCode };
      work.cloud.forgetEnvironment();
      described = await describeEnvs(work);
    }
    const chosen = await chooseEnv(described.environments, forceUpdate, work);
    if (chosen.kind === 'ask') return chosen.question;
    const { envId, alias } = chosen.environment;
    return { signedIn: true, envId, alias };
  },
});

export const logout = defineTool({
  name: 'logout',
  title: { en: 'Log out of CloudBase', zh: '登出云开发' },
  description: {
    en: 'Ends the stored login here and at Tencent Cloud, and forgets the chosen environment. Keys of environment variables stay in use.',
    zh: '结束本机保存的登录状态并通知腾讯云，同时清除所选环境。环境变量中的密钥不受影响。',
  },
  hints: END_LOCAL,
  input: onlyConfirm,
  output: z.object({
    wasSignedIn: z.boolean(),
    endedAtTencent: z.boolean().optional(),
    keysOfEnvironmentStay: z.boolean(),
  }),
  run: async (_, { session, cloud, signal }) => {
    const { wasSignedIn, endedAtTencent } = await session.logout(signal);
    cloud.forgetEnvironment();
    return {
      wasSignedIn,
      ...(endedAtTencent !== undefined && { endedAtTencent }),
      keysOfEnvironmentStay: (await session.source()) === 'environment',
    };
  },
});

/** `undefined` if the user is not signed in, or Tencent no longer accepts the stored login. */
async function describeIfSignedIn(work: Work): Promise<DescribedEnvs | undefined> {
  const source = await work.session.source();
  if (source === undefined) return undefined;
  try {
    return await describeEnvs(work);
  } catch (error) {
    const isEnded =
      error instanceof CloudBaseError && (error.code === 'BAD_CREDENTIALS' || error.code === 'NOT_SIGNED_IN');
    if (source === 'stored' && isEnded) return undefined;
    throw error;
  }
}
