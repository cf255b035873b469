import { describe, expect, it } from 'vitest';
import {
  ALLOWED_HOSTS,
  ALLOWED_ORIGINS,
  fill,
  GUARD_CASES,
  type GuardCase,
  headersOf,
  SECRETS,
} from './fixtures/cases.ts';
import { createGuard, type GuardOptions, type GuardRequest, noAuthProblem } from './guard.ts';
import { MAX_HEADERS } from './server-options.ts';

const PORT = 7420;
const OPTIONS: GuardOptions = {
  host: '127.0.0.1',
  port: PORT,
  allowedHosts: ALLOWED_HOSTS,
  allowedOrigins: ALLOWED_ORIGINS,
  secrets: SECRETS,
  ownerFile: '/home/me/.toolmark/owner-token',
  ownerName: 'ada',
};

/** Headers as Node parses them: the first Host and Authorization counts, others are joined. */
function request(given: Omit<GuardCase, 'name' | 'status'>): GuardRequest {
  const sent = headersOf({ name: '', status: 0, ...given }, PORT);
  const headers: Record<string, string> = {};
  for (const [name, value] of sent) {
    const key = name.toLowerCase();
    const before = headers[key];
    if (before === undefined) headers[key] = value;
    else if (key !== 'host' && key !== 'authorization') headers[key] = `${before}, ${value}`;
  }
  return {
    method: given.method ?? 'GET',
    url: fill(given.target ?? '/mcp', PORT),
    headers,
    rawHeaders: sent.flat(),
  };
}

const statusOf = (options: GuardOptions, given: Omit<GuardCase, 'name' | 'status'>): number => {
  const verdict = createGuard(options).decide(request(given));
  return verdict.kind === 'refuse' ? verdict.status : verdict.kind === 'admit' ? 200 : 204;
};

describe('the guard on a loopback address', () => {
  it.each(GUARD_CASES)('$name: $status', (given) => expect(statusOf(OPTIONS, given)).toBe(given.status));

  it('decides the same the second time, with its caches filled', () => {
    const guard = createGuard(OPTIONS);
    const statuses = () =>
      GUARD_CASES.map((given) => {
        const verdict = guard.decide(request(given));
        return verdict.kind === 'refuse' ? verdict.status : 200;
      });
    expect([statuses(), statuses()]).toEqual(Array(2).fill(GUARD_CASES.map(({ status }) => status)));
  });

  it('limits the number of headers', () => {
    const headers = (count: number) => Array.from({ length: count - 2 }, (_, index) => [`x-${index}`, ''] as const);
    expect(statusOf(OPTIONS, { headers: headers(MAX_HEADERS) })).toBe(200);
    expect(statusOf(OPTIONS, { headers: headers(MAX_HEADERS + 1) })).toBe(431);
  });

  it('refuses a request without any Host', () => expect(statusOf(OPTIONS, { host: null })).toBe(400));
});

describe('the message of a refusal', () => {
  const refusal = (options: GuardOptions, given: Omit<GuardCase, 'name' | 'status'>) => {
    const verdict = createGuard(options).decide(request(given));
    return verdict.kind === 'refuse' ? { headers: verdict.headers, ...verdict.body.error } : verdict;
  };

  it('says where the token is', () => {
    expect(refusal(OPTIONS, { target: '/api/v1/servers', token: null })).toEqual({
      code: 'unauthorized',
      message:
        "This gateway requires the owner's token. Send it as 'Authorization: Bearer <token>', never in the URL. The owner's is in /home/me/.toolmark/owner-token.",
      headers: { 'www-authenticate': 'Bearer realm="toolmark"' },
    });
    expect(refusal(OPTIONS, { token: 'Bearer wrong' })).toMatchObject({
      message: expect.stringContaining('This is not a token'),
      headers: { 'www-authenticate': 'Bearer realm="toolmark", error="invalid_token"' },
    });
  });

  it('names no local paths when other machines can connect', () => {
    const { message } = refusal({ ...OPTIONS, host: '0.0.0.0' }, { target: '/api/v1/servers', token: null }) as {
      message: string;
    };
    expect(message).toContain("the file 'owner-token' in the gateway's data folder");
    expect(message).not.toContain('/home/me');
  });

  it.each<[string, Omit<GuardCase, 'name' | 'status'>, string]>([
    ['a foreign name', { host: 'evil.example' }, "does not answer to the name 'evil.example'"],
    ['a foreign page', { headers: [['Origin', 'http://evil.example']] }, 'Pages of http://evil.example may not'],
  ])('says how to allow %s, and closes the connection', (_case, given, message) => {
    expect(refusal(OPTIONS, given)).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining(message),
      headers: { connection: 'close' },
    });
  });

  it('clips foreign text, without its control characters', () => {
    const { message } = refusal(OPTIONS, { headers: [['Origin', `\u001b[31m${'x'.repeat(9_000)}`]] }) as {
      message: string;
    };
    expect(message).not.toContain('\u001b');
    expect(message.length).toBeLessThan(300);
  });
});

describe('pages of allowed origins', () => {
  const ORIGIN = 'https://page.example.com';
  const preflight = (headers: string, origin = ORIGIN) =>
    createGuard(OPTIONS).decide(
      request({
        method: 'OPTIONS',
        token: null,
        headers: [
          ['Origin', origin],
          ['Sec-Fetch-Site', 'cross-site'],
          ['Sec-Fetch-Mode', 'cors'],
          ['Access-Control-Request-Method', 'POST'],
          ['Access-Control-Request-Headers', headers],
        ],
      }),
    );

  it('may send a preflight without a token', () => {
    expect(
      preflight('authorization, Content-Type,mcp-param-region, Toolmark-Session, x-evil, toolmark-session-x'),
    ).toEqual({
      kind: 'preflight',
      headers: {
        'access-control-allow-origin': ORIGIN,
        'access-control-allow-methods': 'GET, POST, PUT, DELETE',
        'access-control-allow-headers': 'authorization, content-type, mcp-param-region, toolmark-session',
        'access-control-expose-headers': 'mcp-session-id, mcp-protocol-version, www-authenticate',
        'access-control-max-age': '600',
        vary: 'origin, access-control-request-headers',
      },
    });
    expect(preflight('authorization', 'https://evil.example')).toMatchObject({ kind: 'refuse', status: 403 });
  });

  it('may read the answers, including the demand for a token', () => {
    const headers = [['Origin', ORIGIN]] as const;
    const readable = { 'access-control-allow-origin': ORIGIN, vary: 'origin' };
    expect(createGuard(OPTIONS).decide(request({ headers }))).toMatchObject({ kind: 'admit', headers: readable });
    expect(createGuard(OPTIONS).decide(request({ headers, token: null }))).toMatchObject({
      status: 401,
      headers: { ...readable, 'www-authenticate': 'Bearer realm="toolmark"' },
    });
  });

  it('need a token for everything but the preflight', () => {
    expect(statusOf(OPTIONS, { method: 'OPTIONS', headers: [['Origin', ORIGIN]], token: null })).toBe(401);
    const headers = [
      ['Origin', ORIGIN],
      ['Access-Control-Request-Method', 'POST'],
    ] as const;
    expect(statusOf(OPTIONS, { method: 'POST', headers, token: null })).toBe(401);
  });

  it.each(['*', 'null', 'NULL'])('never match every origin: %s', (entry) => {
    const options = { ...OPTIONS, allowedOrigins: [entry] };
    expect(statusOf(options, { headers: [['Origin', 'null']] })).toBe(403);
    expect(statusOf(options, { headers: [['Origin', 'https://evil.example']] })).toBe(403);
  });
});

describe('accepted hosts by listening address', () => {
  it.each<[string, string, number]>([
    ['192.168.1.5', '192.168.1.5:7420', 200],
    ['192.168.1.5', 'localhost:7420', 200],
    ['192.168.1.5', '192.168.1.6:7420', 403],
    ['fd00::5', '[fd00:0::5]:7420', 200],
    ['box.local', 'BOX.local:7420', 200],
    ['box.local', 'other.local:7420', 403],
    // DNS rebinding needs a name, so an address in Host is safe.
    ['0.0.0.0', '192.168.1.5:7420', 200],
    ['0.0.0.0', 'box.local:7420', 403],
    ['0.0.0.0', '0.0.0.0:7420', 403],
    ['::', '[fd00::5]:7420', 200],
    ['::', '[::]:7420', 403],
    ['::1', '[::1]:7420', 200],
    ['localhost', '127.0.0.1:7420', 200],
  ])('listening on %s, called %s: %i', (host, called, status) => {
    expect(statusOf({ ...OPTIONS, host }, { host: called })).toBe(status);
  });

  it('the default port may be omitted', () => {
    expect(statusOf({ ...OPTIONS, port: 80 }, { host: 'localhost' })).toBe(200);
  });

  it('a configured name may be served over https by a proxy', () => {
    const from = (origin: string) => statusOf(OPTIONS, { host: 'gw.example.com', headers: [['Origin', origin]] });
    expect([
      from('https://gw.example.com'),
      from('http://gw.example.com'),
      from('https://gw.example.com:8443'),
    ]).toEqual([200, 200, 403]);
  });
});

describe('without required tokens', () => {
  it.each(['127.0.0.1', '::1', 'localhost', '127.3.2.1'])('works on %s, with all other checks', (host) => {
    const options = { ...OPTIONS, host, secrets: undefined };
    expect(noAuthProblem(host)).toBeUndefined();
    expect(statusOf(options, { token: null })).toBe(200);
    expect(statusOf(options, { token: null, host: 'evil.example' })).toBe(403);
    expect(statusOf(options, { token: null, headers: [['Origin', 'null']] })).toBe(403);
  });

  it.each(['0.0.0.0', '::', '', '192.168.1.5', 'box.local', 'localhost.evil.example'])('is refused on %s', (host) => {
    expect(noAuthProblem(host)).toContain('--no-auth works on loopback addresses only');
    expect(() => createGuard({ ...OPTIONS, host, secrets: undefined })).toThrow('--no-auth works on loopback');
  });
});
