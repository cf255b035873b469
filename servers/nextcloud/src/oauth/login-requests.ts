import { type Principal, principalKey } from './principal.ts';

/** A pending sign-in. */
interface LoginRequest {
  readonly principal: Principal;
  readonly codeVerifier: string;
  readonly nonce: string;
}

export interface LoginRequests {
  readonly add: (state: string, request: LoginRequest) => void;
  /** Each state works once, before it expires. The request stays open until `end`. */
  readonly take: (state: string) => LoginRequest | undefined;
  /** Whether a taken request is still open, or was dropped in the meantime. */
  readonly end: (state: string) => boolean;
  /** Drops all requests of a user, including taken ones. */
  readonly drop: (principal: Principal) => void;
}

/** The lifetime of a sign-in link. */
const LOGIN_MS = 10 * 60_000;
const MAX_PER_USER = 5;
const MAX_ALL = 1_000;

/** In memory: a restart drops pending sign-ins. */
export function createLoginRequests(now: () => Date): LoginRequests {
  const requests = new Map<string, LoginRequest & { readonly expiresAt: number; readonly isTaken: boolean }>();
  const dropExpired = (): void => {
    for (const [state, { expiresAt }] of requests) if (expiresAt <= now().getTime()) requests.delete(state);
  };
  const statesOf = (principal: Principal): readonly string[] =>
    [...requests]
      .filter(([, each]) => principalKey(each.principal) === principalKey(principal))
      .map(([state]) => state);
  return {
    add: (state, request) => {
      dropExpired();
      const own = statesOf(request.principal);
      for (const old of own.slice(0, Math.max(0, own.length + 1 - MAX_PER_USER))) requests.delete(old);
      const [oldest] = requests.keys();
      if (requests.size >= MAX_ALL && oldest !== undefined) requests.delete(oldest);
      requests.set(state, { ...request, expiresAt: now().getTime() + LOGIN_MS, isTaken: false });
    },
    take: (state) => {
      dropExpired();
      const found = requests.get(state);
      if (found === undefined || found.isTaken) return undefined;
      requests.set(state, { ...found, isTaken: true });
      return found;
    },
    end: (state) => requests.delete(state),
    drop: (principal) => {
      for (const state of statesOf(principal)) requests.delete(state);
    },
  };
}
