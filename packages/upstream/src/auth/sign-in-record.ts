import * as z from 'zod';

/** Who we are to an authorization server. */
export interface OAuthClient {
  /** `configured`: its secret stays in the config. `document`: its id is the address of a document about it. */
  readonly kind: 'configured' | 'document' | 'registered';
  readonly id: string;
  readonly secret?: string | undefined;
  /** How it shows who it is, where the server that registered it decided that. */
  readonly method?: string | undefined;
  readonly redirectUrl: string;
}

/** A sign-in to one server: bound to its name, its address and to who let somebody in. */
export interface SignInRecord {
  readonly server: string;
  readonly url: string;
  readonly issuer: string;
  /** What the tokens are for, as it was said to who made them. */
  readonly resource: string;
  /** Where the server says who can let somebody in, where it named a place. */
  readonly metadataUrl?: string | undefined;
  readonly client: OAuthClient;
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  /** In milliseconds since 1970, like all times here; nobody knows where it is missing. */
  readonly expiresAt?: number | undefined;
  /** From when on it is renewed. */
  readonly renewAt?: number | undefined;
  readonly scopes: readonly string[];
  /** What the server asked for besides. */
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

/** Of which server a sign-in is. Another address under the same name is another server. */
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

/** In the place of whatever there was for a server of this name, at any address. */
export const withSignIn = (state: SignInState, record: SignInRecord): SignInState => ({
  ...state,
  signIns: [...state.signIns.filter(({ server }) => server !== record.server), record],
});

/** The very same value where there is nothing to leave out. */
export function withoutSignIns(state: SignInState, isOver: (record: SignInRecord) => boolean): SignInState {
  return state.signIns.some(isOver) ? { ...state, signIns: state.signIns.filter((record) => !isOver(record)) } : state;
}

/** Changes the sign-in that has this very token, and no other that took its place meanwhile. */
export function withChanged(state: SignInState, before: SignInRecord, change: Partial<SignInRecord>): SignInState {
  const isSame = (record: SignInRecord): boolean => isOf(before)(record) && record.accessToken === before.accessToken;
  if (!state.signIns.some(isSame)) return state;
  return { ...state, signIns: state.signIns.map((record) => (isSame(record) ? { ...record, ...change } : record)) };
}
