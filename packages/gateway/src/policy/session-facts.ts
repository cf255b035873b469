import type { SessionRisk } from '@toolmark/api-contract';
import { NEW_SESSION, type SessionFacts } from '../model/policy-call.ts';

/** As a person writes it: what is left out did not happen. */
export type ToldSession = { readonly [Leg in keyof SessionRisk]?: boolean | undefined } & {
  readonly calls?: number | undefined;
};

export function toSessionFacts({ calls, ...told }: ToldSession = {}): SessionFacts {
  const { risk } = NEW_SESSION;
  return {
    risk: {
      private_data_read: told.private_data_read ?? risk.private_data_read,
      untrusted_content_seen: told.untrusted_content_seen ?? risk.untrusted_content_seen,
      open_world_write: told.open_world_write ?? risk.open_world_write,
    },
    calls: calls ?? NEW_SESSION.calls,
  };
}
