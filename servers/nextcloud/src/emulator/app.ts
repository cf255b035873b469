/** A request as the emulator's apps receive it: authenticated, decoded, with its body. */
export interface EmulatorRequest {
  readonly method: string;
  /** Percent-decoded; without `index.php`. */
  readonly path: readonly string[];
  /** Whether the path ended with a slash. */
  readonly isFolder: boolean;
  readonly query: URLSearchParams;
  readonly header: (name: string) => string | undefined;
  readonly body: Buffer;
  /** The authenticated user. */
  readonly user: string;
}

export interface EmulatorReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** One app of the emulator: its endpoints and its observable state. */
export interface EmulatorApp {
  /** The app's id in Nextcloud. */
  readonly name: string;
  /** Whether every Nextcloud has it. */
  readonly isCore?: boolean;
  /** `undefined` if the request is not for this app. */
  readonly handle: (request: EmulatorRequest) => EmulatorReply | undefined;
  /** Everything a user could see, as JSON, without times and etags: for tests that compare before and after. */
  readonly snapshot: () => unknown;
}

/** What all apps share. */
export interface World {
  readonly now: () => Date;
  /** One counter for all kinds of objects, unlike Nextcloud, so that ids are unique across kinds. */
  readonly nextId: () => number;
  /** Returns a new value at each call. */
  readonly newEtag: () => string;
  readonly users: ReadonlyMap<string, EmulatorUser>;
  readonly groupsOf: (user: string) => readonly string[];
  readonly isInstalled: (app: string) => boolean;
  /** Whether apps start with sample data. */
  readonly hasSamples: boolean;
}

export interface EmulatorUser {
  readonly password: string;
  readonly displayName: string;
  /** The default is none, and the group of that name for `admin`. */
  readonly groups?: readonly string[];
}

export const json = (value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): EmulatorReply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(value),
});

/** A reply in the OCS v2 envelope; its status is also the HTTP status. */
export const ocs = (data: unknown, status = 200, message = status === 200 ? 'OK' : ''): EmulatorReply =>
  json({ ocs: { meta: { status: status === 200 ? 'ok' : 'failure', statuscode: status, message }, data } }, status);

/** An error as Nextcloud's DAV server writes it. */
export const davError = (status: number, exception: string, message: string): EmulatorReply => ({
  status,
  headers: { 'content-type': 'application/xml; charset=utf-8' },
  body: `<?xml version="1.0" encoding="utf-8"?>\n<d:error xmlns:d="DAV:" xmlns:s="http://sabredav.org/ns">\n  <s:exception>Sabre\\DAV\\Exception\\${exception}</s:exception>\n  <s:message>${message}</s:message>\n</d:error>\n`,
});

/** A success without a body, as DAV sends it. */
export const done = (status: number, headers: Readonly<Record<string, string>> = {}): EmulatorReply => ({
  status,
  headers: { 'content-type': 'text/html; charset=UTF-8', ...headers },
});

/** The members of a JSON or form body. */
export function fieldsOf({ body, header }: EmulatorRequest): Readonly<Record<string, unknown>> {
  const text = body.toString();
  if (text === '') return {};
  if ((header('content-type') ?? '').includes('x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(text));
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}

/** The segments after a prefix; `undefined` if the path does not begin with it. */
export function after(path: readonly string[], ...start: readonly string[]): readonly string[] | undefined {
  return start.every((segment, index) => path[index] === segment) ? path.slice(start.length) : undefined;
}
