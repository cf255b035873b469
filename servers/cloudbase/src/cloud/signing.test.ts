import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { RECORDED_KEYS, type RecordedRequest, readRecordedRequests } from '../fixtures/recorded-requests.ts';
import { signCos } from './cos-signature.ts';
import { signTc3 } from './tc3.ts';

const RECORDED = readRecordedRequests();
/** The recording truncated long bodies, so their hash is unknown. */
const isWhole = ({ body }: RecordedRequest): boolean => !/…\(\d+\)$/.test(body);

describe('TC3', () => {
  const body = String.raw`{"Limit": 1, "Filters": [{"Values": ["\u672a\u547d\u540d"], "Name": "instance-name"}]}`;
  const type = { 'content-type': 'application/json; charset=utf-8' };
  it.each([
    [
      'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE',
      type,
      'content-type;host',
      '72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168',
    ],
    [
      '*'.repeat(32),
      { ...type, 'X-TC-Action': 'DescribeInstances' },
      'content-type;host;x-tc-action',
      '10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f',
    ],
  ])('creates the documented signature with the key %s', (secretKey, headers, signed, signature) => {
    const url = new URL('https://cvm.tencentcloudapi.com/');
    expect(
      signTc3(
        { method: 'POST', url, service: 'cvm', headers, body, timestamp: 1_551_113_065 },
        { secretId: 'AKIDEXAMPLE', secretKey },
      ),
    ).toBe(
      `TC3-HMAC-SHA256 Credential=AKIDEXAMPLE/2019-02-25/cvm/tc3_request, SignedHeaders=${signed}, Signature=${signature}`,
    );
  });

  const recorded = RECORDED.filter(([, each]) => each.headers['x-tc-action'] !== undefined && isWhole(each));
  it('has recorded requests to compare with', () => expect(recorded.length).toBeGreaterThan(50));

  it.each(recorded)('signs as %s', (_name, { method, host, path, headers, body }) => {
    const signed = signTc3(
      {
        method,
        url: new URL(path, `https://${host}`),
        service: host.slice(0, host.indexOf('.')),
        headers: { 'content-type': headers['content-type'] ?? '' },
        body,
        timestamp: Number(headers['x-tc-timestamp']),
      },
      RECORDED_KEYS,
    );
    expect(signed).toBe(headers['authorization']);
  });

  it('signs the path and the port that are sent', () => {
    const sign = (address: string): string =>
      signTc3(
        { method: 'POST', url: new URL(address), service: 'tcb', headers: type, body, timestamp: 1 },
        RECORDED_KEYS,
      );
    const signatures = ['http://127.0.0.1:80/', 'http://127.0.0.1:81/', 'http://127.0.0.1:81/api/tcb/'].map(sign);
    expect(new Set(signatures).size).toBe(3);
  });
});

describe('COS', () => {
  const recorded = RECORDED.filter(
    ([, each]) => each.headers['authorization']?.startsWith('q-sign') === true && isWhole(each),
  );
  it('has recorded requests to compare with', () => expect(recorded.length).toBeGreaterThan(20));

  it.each(recorded)('signs as %s', (_name, request) => {
    const { method, host, path, headers, body } = request;
    const authorization = headers['authorization'] ?? '';
    const [from = 0, until = 0] = fieldOf(authorization, 'q-sign-time').split(';').map(Number);
    const url = new URL(path, `https://${host}`);
    // The recording omits headers that are derived from the body.
    const sent: Readonly<Record<string, string>> = {
      ...headers,
      host,
      'content-length': String(Buffer.byteLength(body)),
      'content-md5': createHash('md5').update(body).digest('base64'),
    };
    const names = fieldOf(authorization, 'q-header-list').split(';');
    const signed = signCos(
      {
        method,
        path: decodeURIComponent(url.pathname),
        params: Object.fromEntries(url.searchParams),
        headers: Object.fromEntries(names.map((name) => [name, sent[name] ?? ''])),
        from,
        until,
      },
      RECORDED_KEYS,
    );
    expect(signed).toBe(authorization);
  });

  const inBody = RECORDED.filter(([, { path }]) => path === '/admin');
  it.each(inBody)('signs the fields of the body as %s', (_name, { method, path, headers, body }) => {
    const { authorization, sessionToken, ...params } = JSON.parse(body) as Readonly<Record<string, unknown>>;
    const [from = 0, until = 0] = fieldOf(String(authorization), 'q-sign-time').split(';').map(Number);
    const { 'content-type': type = '', 'user-agent': agent = '', 'x-tcb-source': source = '' } = headers;
    const signed = signCos(
      {
        method,
        path,
        params: Object.fromEntries(
          Object.entries(params).map(([name, value]) => [
            name,
            typeof value === 'string' ? value : JSON.stringify(value),
          ]),
        ),
        headers: { 'content-type': type, 'user-agent': agent, 'x-tcb-source': source },
        from,
        until,
      },
      RECORDED_KEYS,
    );
    expect(signed).toBe(authorization);
    expect(sessionToken).toBe('');
  });
});

const fieldOf = (authorization: string, name: string): string =>
  new RegExp(`${name}=([^&]*)`).exec(authorization)?.[1] ?? '';
