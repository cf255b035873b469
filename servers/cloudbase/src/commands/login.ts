import type { Environment } from '../cloud/cloudbase.ts';
import { openBrowser } from '../dialogs/open-browser.ts';
import { CloudBaseError } from '../errors.ts';
import { translateTo } from '../lang/lang.ts';
import { type CommandContext, EXIT } from './command.ts';
import { type Account, environmentLabel, openAccount } from './open-account.ts';

/** `toolmark-cloudbase login`: signs in through the browser and chooses an environment. */
export async function login(context: CommandContext): Promise<number> {
  const { options, complain, say } = context;
  const t = translateTo(options.language);
  if (options.isEmulator) {
    complain(t('The emulator needs no login; leave out --emulator.', '模拟器无需登录，请去掉 --emulator。'));
    return EXIT.couldNotRun;
  }
  const account = openAccount(context);
  const environments = (await environmentsIfSignedIn(account, context)) ?? (await signIn(account, context));
  const chosen = await choose(environments, account, context);
  if (chosen === undefined) return EXIT.failed;
  await account.session.chooseEnv(chosen.envId);
  say(t(`Environment: ${environmentLabel(chosen)}`, `当前环境：${environmentLabel(chosen)}`));
  return EXIT.good;
}

/** `undefined` if the user is not signed in, or Tencent no longer accepts the stored login. */
async function environmentsIfSignedIn(
  { session, environments }: Account,
  { options, say }: CommandContext,
): Promise<readonly Environment[] | undefined> {
  const t = translateTo(options.language);
  const source = await session.source();
  if (source === undefined) return undefined;
  try {
    const found = await environments();
    say(
      source === 'environment'
        ? t('Keys of the environment variables are used; no login is needed.', '将使用环境变量中的密钥，无需登录。')
        : t('Signed in already; logout ends that login.', '已登录；可用 logout 退出。'),
    );
    return found;
  } catch (error) {
    const isEnded =
      error instanceof CloudBaseError && (error.code === 'BAD_CREDENTIALS' || error.code === 'NOT_SIGNED_IN');
    if (source === 'stored' && isEnded) return undefined;
    throw error;
  }
}

async function signIn(
  { session, environments }: Account,
  { options, say, signal, env }: CommandContext,
): Promise<readonly Environment[]> {
  const t = translateTo(options.language);
  const { url, userCode, completed } = await session.startDeviceLogin(signal);
  say(t('Open this link, and confirm the code:', '请打开以下链接并确认验证码：'));
  say(`\n  ${url}\n  ${userCode}\n`);
  say(t('Waiting (Ctrl-C stops) …', '等待确认（Ctrl-C 取消）…'));
  openBrowser(url, env);
  await completed(signal);
  say(t('Signed in.', '登录成功。'));
  return environments();
}

/** `undefined` after an error message was printed. */
async function choose(
  environments: readonly Environment[],
  { session }: Account,
  context: CommandContext,
): Promise<Environment | undefined> {
  const { options, complain } = context;
  const t = translateTo(options.language);
  const [first, ...others] = environments;
  if (first === undefined) {
    complain(
      t(
        'This account has no environment yet. Create one in the CloudBase console, and log in again.',
        '当前账号下暂无环境，请先在云开发控制台创建，然后重新登录。',
      ),
    );
    return undefined;
  }
  const { envId } = options;
  if (envId !== undefined) {
    const named = environments.find((each) => each.envId === envId);
    const ids = environments.map((each) => each.envId).join(', ');
    if (named === undefined)
      complain(
        t(`This account has no environment ${envId}. It has: ${ids}.`, `当前账号下没有环境 ${envId}。已有：${ids}。`),
      );
    return named;
  }
  if (others.length === 0) return first;
  const current = await session.envId();
  return pick(environments, environments.find((each) => each.envId === current) ?? first, context);
}

async function pick(
  environments: readonly Environment[],
  preset: Environment,
  { options, say, complain, ask, signal }: CommandContext,
): Promise<Environment | undefined> {
  const t = translateTo(options.language);
  say(t('Environments of this account:', '当前账号下的环境：'));
  for (const [index, each] of environments.entries()) say(`  ${index + 1}. ${environmentLabel(each)}, ${each.region}`);
  if (ask === undefined) {
    complain(t('Choose one: toolmark-cloudbase login --env ID', '请选择其一：toolmark-cloudbase login --env ID'));
    return undefined;
  }
  const question = t(
    `Which one? Number, or Enter for ${preset.envId}: `,
    `请输入序号，直接按 Enter 选择 ${preset.envId}：`,
  );
  for (;;) {
    const answer = (await ask(question, signal)).trim();
    const found =
      answer === ''
        ? preset
        : environments.find(({ envId }, index) => answer === envId || answer === String(index + 1));
    if (found !== undefined) return found;
  }
}
