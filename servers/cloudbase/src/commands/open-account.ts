import type { CloudBase, Environment } from '../cloud/cloudbase.ts';
import { createCloudBase } from '../cloud/create-cloudbase.ts';
import { describeEnvs } from '../modules/env/describe-envs.ts';
import { createSession } from '../session/create-session.ts';
import type { Session } from '../session/session.ts';
import type { CommandContext } from './command.ts';

/** The account according to the options, the environment variables and the stored login. */
export interface Account {
  readonly session: Session;
  readonly cloud: CloudBase;
  /** All environments of the account. Throws NOT_SIGNED_IN, BAD_CREDENTIALS, UNREACHABLE. */
  readonly environments: () => Promise<readonly Environment[]>;
}

export function openAccount(
  context: Pick<CommandContext, 'options' | 'endpoints' | 'signal' | 'env' | 'home'>,
): Account {
  const { options, endpoints, signal, env, home } = context;
  const { language, region } = options;
  const session = createSession({ ...options, endpoints, env, home });
  const cloud = createCloudBase({ endpoints, session, language, ...(region !== undefined && { region }) });
  return {
    session,
    cloud,
    environments: async () => (await describeEnvs({ cloud, signal })).environments,
  };
}

/** `shop-1a2b3c (shop)`, or only the id without an alias. */
export const environmentLabel = ({ alias, envId }: Environment): string =>
  alias === '' ? envId : `${envId} (${alias})`;
