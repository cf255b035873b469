import * as z from 'zod';

/** Our OAuth client registration. */
export interface OAuthClient {
  /** `configured`: its secret stays in the config. `document`: its id is the URL of a client metadata document. */
  readonly kind: 'configured' | 'document' | 'registered';
  readonly id: string;
  readonly secret?: string | undefined;
  /** The token endpoint's authentication method, as chosen at registration. */
  readonly method?: string | undefined;
  readonly redirectUrl: string;
}

/** A sign-in to one server, bound to its name, its address and its issuer. */
export interface SignInRecord {
  readonly server: string;
  readonly url: string;
  readonly issuer: string;
  /** The resource parameter that the tokens were requested with. */
  readonly resource: string;
  /** The address of the server's resource metadata, if it named one. */
  readonly metadataUrl?: string | undefined;
  readonly client: OAuthClient;
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  /** In milliseconds since 1970, like all times here; missing if unknown. */
  readonly expiresAt?: number | undefined;
  /** The time from which it is renewed. */
  readonly renewAt?: number | undefined;
  readonly scopes: readonly string[];
  /** Scopes that the server asked for additionally. */
  readonly missingScopes: readonly string[];
}

export interface SignInState {
  readonly version: 1;
  readonly signIns: readonly SignInRecord[];
}

export const NO_SIGN_INS: SignInState = { version: 1, signIns: [] };

const text = z.string().min(1);
const time = z.number().int().min(0);

export const signInStateSchema: z.ZodType<SignInState> = z.object({
  version: z.literal(1),
  signIns: z.array(
    z.object({
      server: text,
      url: text,
      issuer: text,
      resource: text,
      metadataUrl: text.optional(),
      client: z.object({
        kind: z.enum(['configured', 'document', 'registered']),
        id: text,
        secret: text.optional(),
        method: text.optional(),
        redirectUrl: text,
      }),
      accessToken: text,
      refreshToken: text.optional(),
      expiresAt: time.optional(),
      renewAt: time.optional(),
      scopes: z.array(z.string()),
      missingScopes: z.array(z.string()),
    }),
  ),
});

/** The server a sign-in belongs to. The same name with another address is another server. */
export interface SignInKey {
  readonly server: string;
  readonly url: string;
}

export const isOf =
  ({ server, url }: SignInKey) =>
  (record: SignInRecord): boolean =>
    record.server === server && record.url === url;

export const findSignIn = ({ signIns }: SignInState, key: SignInKey): SignInRecord | undefined =>
  signIns.find(isOf(key));

/** Replaces any sign-in for a server of this name, at any address. */
export const withSignIn = (state: SignInState, record: SignInRecord): SignInState => ({
  ...state,
  signIns: [...state.signIns.filter(({ server }) => server !== record.server), record],
});

/** Returns the same object if nothing is removed. */
export function withoutSignIns(state: SignInState, isOver: (record: SignInRecord) => boolean): SignInState {
  return state.signIns.some(isOver) ? { ...state, signIns: state.signIns.filter((record) => !isOver(record)) } : state;
}

/** Changes the sign-in only if it still has this token, not one that replaced it meanwhile. */
export function withChanged(state: SignInState, before: SignInRecord, change: Partial<SignInRecord>): SignInState {
  const isSame = (record: SignInRecord): boolean => isOf(before)(record) && record.accessToken === before.accessToken;
  if (!state.signIns.some(isSame)) return state;
  return { ...state, signIns: state.signIns.map((record) => (isSame(record) ? { ...record, ...change } : record)) };
}
