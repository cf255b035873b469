import { isDeepStrictEqual } from 'node:util';
import type { Clock, StateFile } from '@toolmark/base';
import type { ResponseHead } from '../wire/http/client.ts';
import { type Challenge, readChallenge } from './challenge.ts';
import { RENEW_PAUSE_MS } from './limits.ts';
import type { Renewal } from './renew.ts';
import { findSignIn, type SignInKey, type SignInRecord, type SignInState, withChanged } from './sign-in-record.ts';
import type { AttemptStatus, AuthStatus, SignInTrouble, TokenSource } from './token-source.ts';
import { adviseScopes, adviseSignIn } from './words.ts';

export interface TokenSourceOptions {
  readonly key: SignInKey;
  readonly file: Pick<StateFile<SignInState>, 'get' | 'update'>;
  readonly clock: Clock;
  readonly renew: (record: SignInRecord) => Promise<Renewal>;
  readonly attempt: () => AttemptStatus | undefined;
}

export interface OwnedTokenSource extends TokenSource {
  /** The server's last challenge. */
  readonly challenge: () => Challenge | undefined;
  /** Re-evaluates `status` after a change of the file or of a sign-in attempt. */
  readonly look: () => void;
}

/** Signs requests to one server with its stored token, and renews the token. */
export function createTokenSource(options: TokenSourceOptions): OwnedTokenSource {
  const { key, file, clock, renew, attempt } = options;
  const listeners = new Set<() => void>();
  let challenge: Challenge | undefined;
  let isChallenged = false;
  /** The sign-in ended, but the connection that uses it has not noticed yet. */
  let hasEnded = false;
  /** An unexpired token that the server refused. */
  let refusedToken: string | undefined;
  let renewing: Promise<SignInRecord | undefined> | undefined;
  let renewNotBefore = 0;
  /** The last renewal got no answer. */
  let hasFailed = false;
  const heads = new WeakSet<ResponseHead>();

  const record = (): SignInRecord | undefined => findSignIn(file.get(), key);
  const look = (): void => {
    const now = status();
    if (isDeepStrictEqual(now, told)) return;
    told = now;
    for (const listener of listeners) listener();
  };

  /** One renewal at a time. Resolves to the current record, renewed or not. */
  const renewOnce = (before: SignInRecord): Promise<SignInRecord | undefined> => {
    renewing ??= renew(before)
      .then((outcome) => {
        hasFailed = outcome === 'unreachable';
        if (hasFailed) renewNotBefore = clock.now() + RENEW_PAUSE_MS;
        if (outcome === 'over') {
          isChallenged = true;
          hasEnded = true;
        }
        return record();
      })
      .finally(() => {
        renewing = undefined;
        look();
      });
    return renewing;
  };
  const mayRenew = ({ refreshToken }: SignInRecord): boolean =>
    refreshToken !== undefined && clock.now() >= renewNotBefore;

  const note = (head: ResponseHead, used: string | undefined): Challenge => {
    const said = readChallenge(head.headers['www-authenticate']);
    if (used !== undefined || hasEnded) heads.add(head);
    hasEnded = false;
    if (head.status === 401) {
      challenge = said;
      isChallenged = true;
    }
    return said;
  };

  const stateOf = (present: SignInRecord | undefined): AuthStatus['state'] => {
    if (present === undefined) return isChallenged ? 'signed_out' : 'none';
    const isOver = present.expiresAt !== undefined && present.expiresAt <= clock.now();
    if (isOver && (present.refreshToken === undefined || hasFailed)) return 'expired';
    if (present.accessToken === refusedToken) return 'signed_out';
    return present.missingScopes.length > 0 ? 'more_scopes' : 'signed_in';
  };
  const status = (): AuthStatus => {
    const present = record();
    return {
      state: stateOf(present),
      issuer: present?.issuer,
      expiresAt: present?.expiresAt,
      scopes: present?.scopes ?? [],
      missingScopes: present?.missingScopes ?? [],
      attempt: attempt(),
    };
  };
  let told = status();

  const troubleOf = (shown: string, head: ResponseHead): SignInTrouble | undefined => {
    const { status } = head;
    const hadToken = heads.has(head);
    const trouble = { name: 'upstreamUnavailable', retryable: false, hadToken } as const;
    if (status === 401) {
      const message = `${shown} requires authentication (HTTP 401); ${adviseSignIn(key.server, challenge)}.`;
      return { ...trouble, message, over: 'requires authentication (HTTP 401)' };
    }
    const said = readChallenge(head.headers['www-authenticate']);
    if (status !== 403 || said.error !== INSUFFICIENT) return undefined;
    return { ...trouble, message: `${shown} ${adviseScopes(key.server, said.scopes)} (HTTP 403).` };
  };

  return {
    challenge: () => challenge,
    look,
    authorization: () => {
      const present = record();
      if (present === undefined) return undefined;
      const isDue = present.renewAt !== undefined && present.renewAt <= clock.now();
      if (!isDue || !mayRenew(present)) return toHeader(present);
      return renewOnce(present).then(toHeader);
    },
    refused: async (head, used) => {
      note(head, used);
      const present = record();
      if (present === undefined || used === undefined) {
        look();
        // Another sign-in may have completed since the request was sent.
        return toHeader(present);
      }
      if (toHeader(present) !== used) return toHeader(present);
      if (mayRenew(present)) {
        const renewed = toHeader(await renewOnce(present));
        if (renewed !== undefined && renewed !== used) return renewed;
      } else if (present.refreshToken === undefined) refusedToken = present.accessToken;
      look();
      return undefined;
    },
    sawRefusal: (head, used) => {
      const said = note(head, used);
      const present = record();
      if (present === undefined || toHeader(present) !== used) return;
      if (head.status === 401) refusedToken = present.accessToken;
      else if (head.status === 403 && said.error === INSUFFICIENT && said.scopes.length > 0) {
        void file.update((state) => withChanged(state, present, { missingScopes: said.scopes })).then(look);
      }
      look();
    },
    troubleOf,
    redact: (text) => {
      const present = record();
      return [present?.accessToken, present?.refreshToken].reduce<string>(
        (shown, secret) => (secret === undefined ? shown : shown.replaceAll(secret, '…')),
        text,
      );
    },
    secrets: () => {
      const present = record();
      return [present?.accessToken, present?.refreshToken].filter((secret) => secret !== undefined);
    },
    status,
    warnings: () => {
      const present = record();
      const state = stateOf(present);
      if (state === 'more_scopes') return [`The server ${adviseScopes(key.server, present?.missingScopes ?? [])}.`];
      if (state !== 'signed_out' && state !== 'expired') return [];
      return [`The server requires authentication; ${adviseSignIn(key.server, challenge)}.`];
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const INSUFFICIENT = 'insufficient_scope';

const toHeader = (record: SignInRecord | undefined): string | undefined =>
  record === undefined ? undefined : `Bearer ${record.accessToken}`;
