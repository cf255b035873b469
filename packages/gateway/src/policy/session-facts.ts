import { NEW_SESSION, type RiskName, type SessionFacts } from '../model/policy-call.ts';

/** Session facts as a person writes them; an absent one counts as in a new session. */
export type SessionFactsEntry = { readonly [Name in RiskName]?: boolean | undefined } & {
  readonly calls?: number | undefined;
};

export function toSessionFacts({ calls, ...given }: SessionFactsEntry = {}): SessionFacts {
  const { risk } = NEW_SESSION;
  return {
    risk: {
      private_data_read: given.private_data_read ?? risk.private_data_read,
      untrusted_content_seen: given.untrusted_content_seen ?? risk.untrusted_content_seen,
      open_world_write: given.open_world_write ?? risk.open_world_write,
    },
    calls: calls ?? NEW_SESSION.calls,
  };
}
