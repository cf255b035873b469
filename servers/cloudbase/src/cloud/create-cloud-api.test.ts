import { describe, expect, it } from 'vitest';
import { type Received, type Served, sendJson, serve } from '../fixtures/serve.ts';
import type { Language } from '../lang/lang.ts';
import type { CloudApi, CloudRequest } from './cloud-api.ts';
import { createCloudApi } from './create-cloud-api.ts';
import { LIMITS } from './limits.ts';
import { signTc3 } from './tc3.ts';

const KEYS = { secretId: 'AKIDtest', secretKey: 'testsecretkey', token: 'a-token' };

const apiAt = (url: URL, language: Language = 'en'): CloudApi =>
  createCloudApi({
    endpoints: { cloudApi: (service) => new URL(`api/${service}/`, url) },
    credentials: async () => KEYS,
    region: 'ap-guangzhou',
    language,
    backoffMs: 1,
  });

const ask = (more: Partial<CloudRequest> = {}): CloudRequest => ({
  service: 'tcb',
  action: 'DescribeEnvs',
  payload: {},
  signal: AbortSignal.timeout(10_000),
  ...more,
});

const failing = (Code: string): Promise<Served> =>
  serve((_request, response) =>
    sendJson(response, { Response: { Error: { Code, Message: 'Tencent says no.' }, RequestId: 'r-1' } }),
  );

describe('a request', () => {
  it('carries the headers of Cloud API and a signature over the path that is sent', async () => {
    await using server = await serve((_request, response) =>
      sendJson(response, { Response: { Total: 1, RequestId: 'r-1' } }),
    );
    const payload = { EnvId: 'env-1', left: undefined, deep: { left: undefined, kept: 1 } };
    const reply = await apiAt(server.url).request(ask({ payload }));
    expect(reply).toEqual({ Total: 1, RequestId: 'r-1' });
    const [{ method, path, headers, body }] = server.received as [Received];
    expect([method, path, body]).toEqual(['POST', '/api/tcb/', '{"EnvId":"env-1","deep":{"kept":1}}']);
    expect(headers).toMatchObject({
      'x-tc-action': 'DescribeEnvs',
      'x-tc-version': '2018-06-08',
      'x-tc-region': 'ap-guangzhou',
      'x-tc-token': 'a-token',
      'content-type': 'application/json',
    });
    const url = new URL(path, server.url);
    const timestamp = Number(headers['x-tc-timestamp']);
    const signed = { method, url, service: 'tcb', headers: { 'content-type': 'application/json' }, body, timestamp };
    expect(headers.authorization).toBe(signTc3(signed, KEYS));
  });

  it.each([
    ['AuthFailure.SecretIdNotFound', 'BAD_CREDENTIALS', /call login again/],
    ['AuthFailure.UnauthorizedOperation', 'NOT_ALLOWED', /CAM/],
    ['UnauthorizedOperation', 'NOT_ALLOWED', /CAM/],
    ['ResourceNotFound.Function', 'NOT_FOUND', /Check the name/],
    ['InvalidParameter.EnvNotExist', 'NOT_FOUND', /Check the name/],
    ['ResourceInUse.FunctionName', 'ALREADY_EXISTS', /there already/],
    ['FailedOperation.DomainExist', 'ALREADY_EXISTS', /there already/],
    ['InvalidParameter.APICreated', 'ALREADY_EXISTS', /there already/],
    ['LimitExceeded', 'RATE_LIMITED', /quota/],
    ['InternalError', 'CLOUD_ERROR', /InternalError/],
  ])('that Tencent refuses with %s fails with %s', async (cloudCode, code, message) => {
    await using server = await failing(cloudCode);
    const action = apiAt(server.url).request(ask({ action: 'ModifyEnv' }));
    await expect(action).rejects.toMatchObject({
      code,
      cloudCode,
      message: expect.stringMatching(message),
      details: { cloudCode, requestId: 'r-1' },
    });
    await expect(action).rejects.toThrow(`ModifyEnv: Tencent says no (${cloudCode})`);
    expect(server.received).toHaveLength(1);
  });

  it('fails with a Chinese message if the language is Chinese', async () => {
    await using server = await failing('UnauthorizedOperation');
    await expect(apiAt(server.url, 'zh').request(ask())).rejects.toThrow('没有此权限');
  });

  it('that was rate-limited is retried, even if it writes', async () => {
    await using server = await serve((_request, response, count) =>
      sendJson(response, {
        Response:
          count < 3
            ? { Error: { Code: 'RequestLimitExceeded.Uin', Message: '' }, RequestId: 'r' }
            : { RequestId: 'r-3' },
      }),
    );
    expect(await apiAt(server.url).request(ask({ action: 'CreateTable' }))).toEqual({ RequestId: 'r-3' });
    expect(server.received).toHaveLength(3);
  });

  it.each([
    ['DescribeEnvs', undefined, LIMITS.attempts],
    ['CreateTable', undefined, 1],
    ['CreateTable', true, LIMITS.attempts],
    ['QueryRecords', false, 1],
  ])('whose connection breaks is retried only if that is safe: %s', async (action, isRepeatable, times) => {
    await using server = await serve((_request, response) => response.destroy());
    const asked = ask({ action, ...(isRepeatable !== undefined && { isRepeatable }) });
    await expect(apiAt(server.url).request(asked)).rejects.toMatchObject({
      code: 'UNREACHABLE',
      message: expect.stringMatching(/^127\.0\.0\.1:\d+ cannot be reached: .+\. Check the network\.$/),
    });
    expect(server.received).toHaveLength(times);
  });

  it('that cannot connect fails with a readable reason', async () => {
    const { url } = await (async () => {
      await using closed = await serve(() => undefined);
      return closed;
    })();
    await expect(apiAt(url).request(ask({ action: 'CreateTable' }))).rejects.toMatchObject({
      code: 'UNREACHABLE',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it.each([
    ['a page of a proxy', '<html>Sign in to the network</html>'],
    ['JSON of something else', '{"ok":true}'],
    ['nothing', ''],
  ])('that is answered by %s fails', async (_what, body) => {
    await using server = await serve((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(body),
    );
    await expect(apiAt(server.url).request(ask())).rejects.toMatchObject({ code: 'UNEXPECTED_REPLY' });
  });

  it('follows no redirect', async () => {
    await using other = await serve((_request, response) => sendJson(response, { Response: {} }));
    await using server = await serve((_request, response) =>
      response.writeHead(307, { location: other.url.href }).end(),
    );
    await expect(apiAt(server.url).request(ask())).rejects.toMatchObject({ code: 'UNEXPECTED_REPLY' });
    expect(other.received).toEqual([]);
  });

  it('reads no more than the limit', async () => {
    await using server = await serve((_request, response) => response.end('x'.repeat(LIMITS.replyBytes + 1)));
    await expect(apiAt(server.url).request(ask())).rejects.toMatchObject({
      code: 'TOO_LARGE',
      message: expect.stringContaining(String(LIMITS.replyBytes)),
    });
  });

  it('is aborted with the call', async () => {
    const controller = new AbortController();
    await using server = await serve(() => controller.abort(new Error('cancelled')));
    await expect(apiAt(server.url).request(ask({ signal: controller.signal }))).rejects.toThrow('cancelled');
  });
});
