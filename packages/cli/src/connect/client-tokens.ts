import { err, ok, type Result } from '@toolmark/annotations';
import {
  type NamedToken,
  type NewToken,
  namedTokenSchema,
  newTokenSchema,
  tokenListSchema,
} from '@toolmark/api-contract';
import { openTokenDesk } from '@toolmark/gateway';
import type { GatewayClient } from '../gateway-client.ts';

/** The named tokens of a gateway, running or not. Errors are readable sentences. */
export interface ClientTokens {
  readonly list: () => Promise<Result<readonly NamedToken[], string>>;
  /** A token named after a client, with a number if the name is in use. */
  readonly create: (request: {
    readonly name: string;
    readonly profile: string | undefined;
  }) => Promise<Result<NewToken, string>>;
  readonly revoke: (id: string) => Promise<Result<void, string>>;
}

export interface ClientTokensOptions {
  /** `undefined` if none is running. */
  readonly running: GatewayClient | undefined;
  readonly dataDir: string;
  readonly profiles: readonly string[];
}

/** Asks the running gateway, or edits the file that it will read. */
export function clientTokens({ running, dataDir, profiles }: ClientTokensOptions): ClientTokens {
  return running === undefined ? tokensInFile(dataDir, profiles) : tokensOverApi(running);
}

/** The policy still decides about each call, and the user can give the client a token with a lower ceiling. */
const newToken = (name: string, profile: string | undefined) =>
  ({ name, numbered: true, ceiling: 'destructive', ...(profile !== undefined && { profile }) }) as const;

function tokensOverApi(gateway: GatewayClient): ClientTokens {
  return {
    list: async () => {
      const answer = await gateway.request('GET', '/tokens', tokenListSchema);
      return answer.ok ? ok(answer.value.value.tokens) : err(answer.error.message);
    },
    create: async ({ name, profile }) => {
      const answer = await gateway.request('POST', '/tokens', newTokenSchema, { body: newToken(name, profile) });
      return answer.ok ? ok(answer.value.value) : err(answer.error.message);
    },
    revoke: async (id) => {
      const answer = await gateway.request('DELETE', `/tokens/${encodeURIComponent(id)}`, namedTokenSchema);
      return answer.ok ? ok(undefined) : err(answer.error.message);
    },
  };
}

function tokensInFile(dataDir: string, profiles: readonly string[]): ClientTokens {
  type Desk = Extract<Awaited<ReturnType<typeof openTokenDesk>>, { ok: true }>['value'];
  const withDesk = async <Value>(
    use: (desk: Desk) => Promise<Result<Value, string>>,
  ): Promise<Result<Value, string>> => {
    const desk = await openTokenDesk({ dataDir, profiles });
    if (!desk.ok) return desk;
    try {
      return await use(desk.value);
    } finally {
      await desk.value.close();
    }
  };
  return {
    list: () => withDesk(async (desk) => ok(desk.list())),
    create: ({ name, profile }) =>
      withDesk(async (desk) => {
        const made = await desk.create(newToken(name, profile));
        return made.ok ? made : err(made.error.message);
      }),
    revoke: (id) =>
      withDesk(async (desk) => {
        const revoked = await desk.revoke(id);
        return revoked.ok ? ok(undefined) : err(revoked.error.message);
      }),
  };
}
