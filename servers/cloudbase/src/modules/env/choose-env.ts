import type { InputRequiredResult } from '@toolmark/kit';
import type { Environment } from '../../cloud/cloudbase.ts';
import { elicitForm } from '../../elicit/elicit-form.ts';
import { CloudBaseError, invalidArgument } from '../../errors.ts';
import type { Work } from '../../tools/define-tool.ts';

export type ChosenEnv =
  | { readonly kind: 'chosen'; readonly environment: Environment }
  | { readonly kind: 'ask'; readonly question: InputRequiredResult };

/** Chooses an environment: the one in use, the only one, or the user's choice. */
export async function chooseEnv(
  environments: readonly Environment[],
  isChange: boolean,
  work: Work,
): Promise<ChosenEnv> {
  const { session, cloud, t } = work;
  const currentId = await session.envId();
  const current = environments.find(({ envId }) => envId === currentId);
  if (session.isEnvFixed) {
    if (isChange) {
      throw invalidArgument(
        t(
          `The environment ${currentId} is set by --env or CLOUDBASE_ENV_ID, so login cannot change it.`,
          `环境 ${currentId} 由 --env 或 CLOUDBASE_ENV_ID 指定，login 无法更改。`,
        ),
      );
    }
    if (current !== undefined) return { kind: 'chosen', environment: current };
    throw new CloudBaseError(
      'NOT_FOUND',
      t(
        `This account has no environment ${currentId}, which --env or CLOUDBASE_ENV_ID names. It has: ${idsOf(environments)}.`,
        `当前账号下没有 --env 或 CLOUDBASE_ENV_ID 指定的环境 ${currentId}。已有环境：${idsOf(environments)}。`,
      ),
    );
  }
  if (current !== undefined && !isChange) return { kind: 'chosen', environment: current };
  const [only] = environments;
  if (only === undefined) {
    throw new CloudBaseError(
      'NO_ENVIRONMENT',
      t(
        'This account has no environment yet. Create one in the CloudBase console, then call login again.',
        '当前账号下暂无环境，请先在云开发控制台创建，再调用 login。',
      ),
    );
  }
  if (environments.length === 1) return { kind: 'chosen', environment: await keep(only, work) };
  const picked = await pick(environments, work);
  if (typeof picked !== 'string') return { kind: 'ask', question: picked };
  const environment = environments.find(({ envId }) => envId === picked);
  if (environment === undefined) {
    throw invalidArgument(t(`There is no environment ${picked}.`, `环境 ${picked} 不存在。`));
  }
  cloud.forgetEnvironment();
  return { kind: 'chosen', environment: await keep(environment, work) };
}

async function keep(environment: Environment, { session, cloud }: Work): Promise<Environment> {
  await session.chooseEnv(environment.envId);
  cloud.forgetEnvironment();
  return environment;
}

async function pick(environments: readonly Environment[], work: Work): Promise<string | InputRequiredResult> {
  const { context, dialogs, signal, t } = work;
  const message = t('In which environment should the tools work?', '请选择要使用的环境。');
  const names = environments.map(({ envId, alias }) => ({
    value: envId,
    label: alias === '' ? envId : `${alias} (${envId})`,
  }));
  const asked = await elicitForm(context, {
    key: 'environment',
    message,
    requestedSchema: {
      type: 'object',
      properties: {
        envId: {
          type: 'string',
          title: t('Environment', '环境'),
          oneOf: names.map(({ value, label }) => ({ const: value, title: label })),
        },
      },
      required: ['envId'],
    },
  });
  if (asked.kind === 'ask') return asked.question;
  if (asked.kind === 'accepted') {
    const { envId } = asked.content;
    if (typeof envId === 'string') return envId;
  }
  if (asked.kind === 'unsupported') {
    const title = { en: 'Choose an environment', zh: '选择环境' };
    const given = await dialogs.ask({ title, message, choices: names }, signal);
    if (given.kind === 'answered') return given.value;
  }
  throw new CloudBaseError(
    'NO_ENVIRONMENT',
    t(
      `No environment was chosen. Call login again, or set CLOUDBASE_ENV_ID to one of: ${idsOf(environments)}.`,
      `尚未选择环境。请再次调用 login，或将 CLOUDBASE_ENV_ID 设为其中之一：${idsOf(environments)}。`,
    ),
  );
}

const idsOf = (environments: readonly Environment[]): string => environments.map(({ envId }) => envId).join(', ');
