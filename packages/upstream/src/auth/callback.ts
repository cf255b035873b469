/** The parameters an authorization server returns through the browser. All others are ignored. */
export interface CallbackAnswer {
  readonly code: string | undefined;
  readonly state: string | undefined;
  readonly iss: string | undefined;
  readonly error: string | undefined;
  /** The path of the redirect; `undefined` if a person pasted only a part of the address. */
  readonly path: string | undefined;
}

const MOST_CHARACTERS = 8_192;

/** Returns `undefined` if a parameter is repeated or too long, because two parsers could read it differently. */
export function readCallback(query: string, path?: string): CallbackAnswer | undefined {
  const parameters = new URLSearchParams(query.slice(0, MOST_CHARACTERS * 2));
  const values = KEYS.map((key) => parameters.getAll(key));
  if (values.some((all) => all.length > 1 || (all[0] ?? '').length > MOST_CHARACTERS)) return undefined;
  const [code, state, iss, error] = values.map(([value]) => (value === '' ? undefined : value));
  return { code, state, iss, error, path };
}

/**
 * Reads what a person pasted: the full redirect address, its query, or only the code.
 *
 * @example
 * readPasted('http://127.0.0.1:7420/oauth/callback?code=a&state=b')?.code // 'a'
 */
export function readPasted(pasted: string): CallbackAnswer | undefined {
  const text = pasted.trim();
  if (text === '') return undefined;
  if (URL.canParse(text) && /^https?:/i.test(text)) {
    const { search, pathname } = new URL(text);
    return readCallback(search, pathname);
  }
  if (/(?:^|[?&])(?:code|error)=/.test(text)) return readCallback(text.replace(/^[^?]*\?/, ''));
  return /^[\x21-\x7e]+$/.test(text) ? { ...NOTHING, code: text } : undefined;
}

const NOTHING: CallbackAnswer = {
  code: undefined,
  state: undefined,
  iss: undefined,
  error: undefined,
  path: undefined,
};

const KEYS = ['code', 'state', 'iss', 'error'] as const;
