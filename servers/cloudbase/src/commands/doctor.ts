import * as z from 'zod';
import { createEmulator } from '../emulator/create-emulator.ts';
import { CloudBaseError } from '../errors.ts';
import { translateTo } from '../lang/lang.ts';
import { requestDatabase } from '../modules/database/database-api.ts';
import { getStaticStore } from '../modules/hosting/static-store.ts';
import { readReply } from '../tools/read-reply.ts';
import { type CommandContext, EXIT } from './command.ts';
import { type Account, environmentLabel, openAccount } from './open-account.ts';

const DEADLINE_MS = 60_000;
const Tables = z.object({ Pager: z.object({ Total: z.number() }).nullish(), Tables: z.array(z.unknown()).nullish() });
const Functions = z.object({ TotalCount: z.number() });

/** `toolmark-cloudbase doctor`: checks credentials and environment, and lists the parts of the environment. */
export async function doctor(context: CommandContext): Promise<number> {
  if (!context.options.isEmulator) return examine(openAccount(context), context);
  await using emulator = await createEmulator({ hasSamples: true });
  const { endpoints, credentials, envId } = emulator;
  const options = { ...context.options, envId };
  const env = { TENCENTCLOUD_SECRETID: credentials.secretId, TENCENTCLOUD_SECRETKEY: credentials.secretKey };
  // Needs await: otherwise the emulator would close before the checks.
  return await examine(openAccount({ ...context, endpoints, options, env }), context);
}

/** Runs the checks, each after the checks that it depends on. */
async function examine(account: Account, { options, signal: interrupted, say }: CommandContext): Promise<number> {
  const { session, cloud } = account;
  const t = translateTo(options.language);
  const signal = AbortSignal.any([interrupted, AbortSignal.timeout(DEADLINE_MS)]);
  const work = { cloud, signal, t };

  const check = async (name: string, look: () => Promise<string>, isNeeded = true): Promise<boolean> => {
    try {
      say(`ok    ${name}: ${await look()}`);
      return true;
    } catch (error) {
      if (!(error instanceof CloudBaseError)) throw error;
      // An environment can lack some parts.
      const isAbsent = !isNeeded && error.code === 'NOT_FOUND';
      say(`${isAbsent ? 'none' : 'FAIL'}  ${name}: ${error.message}`);
      return isAbsent;
    }
  };

  const isSignedIn = await check(t('credentials', '密钥'), async () => {
    await session.credentials(signal);
    return (await session.source()) === 'environment'
      ? t('keys of the environment variables', '环境变量中的密钥')
      : t('a stored login', '已保存的登录');
  });
  if (!isSignedIn) return EXIT.failed;
  const isAccepted = await check(t('account', '账号'), async () => {
    const names = (await account.environments()).map(environmentLabel);
    return names.length === 0
      ? t('no environments yet', '暂无环境')
      : `${t('environments', '环境')}: ${names.join(', ')}`;
  });
  if (!isAccepted) return EXIT.failed;
  const hasEnvironment = await check(t('environment', '当前环境'), async () => {
    const environment = await cloud.environment(signal);
    return `${environmentLabel(environment)}, ${environment.region}, ${environment.status}`;
  });
  if (!hasEnvironment) return EXIT.failed;

  const parts = [
    await check(
      t('database', '数据库'),
      async () => {
        const reply = readReply(Tables, await requestDatabase('ListTables', { MgoOffset: 0, MgoLimit: 1 }, work), t);
        const count = reply.Pager?.Total ?? reply.Tables?.length ?? 0;
        return t(counted(count, 'collection'), `${count} 个集合`);
      },
      false,
    ),
    await check(
      t('storage', '云存储'),
      async () => {
        const { storage, envId } = await cloud.environment(signal);
        if (storage !== undefined) return storage.name;
        throw new CloudBaseError('NOT_FOUND', t(`Environment ${envId} has no storage.`, `环境 ${envId} 没有云存储。`));
      },
      false,
    ),
    await check(t('hosting', '静态托管'), async () => (await getStaticStore(work)).urlOf(''), false),
    await check(t('functions', '云函数'), async () => {
      const payload = { EnvId: await cloud.envId(signal), Limit: 1, Offset: 0 };
      const reply = await cloud.api.request({ service: 'tcb', action: 'ListFunctions', payload, signal });
      const { TotalCount } = readReply(Functions, reply, t);
      return t(counted(TotalCount, 'function'), `${TotalCount} 个云函数`);
    }),
  ];
  return parts.every(Boolean) ? EXIT.good : EXIT.failed;
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
