import type { IncomingHttpHeaders } from 'node:http';

/** A request with its body, before its signature is verified. */
export interface EmulatorRequest {
  readonly method: string;
  /** The Host header as sent by the client. */
  readonly host: string;
  /** Still percent-encoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly queryText: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface EmulatorReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export const json = (value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): EmulatorReply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(value),
});

/** The first value of a header. */
export function headerOf({ headers }: Pick<EmulatorRequest, 'headers'>, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** The members of a JSON body; `undefined` if it is not a JSON object. */
export function jsonOf(body: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = body.length === 0 ? {} : JSON.parse(body.toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Percent-decodes; returns the text unchanged if the encoding is invalid. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
