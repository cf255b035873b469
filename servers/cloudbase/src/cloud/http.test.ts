import { describe, expect, it } from 'vitest';
import { serve } from '../fixtures/serve.ts';
import { translateTo } from '../lang/lang.ts';
import { type HttpRequest, sendHttp } from './http.ts';

const options = { t: translateTo('en'), backoffMs: 1 };
const asking = (url: URL, more: Partial<HttpRequest> = {}): HttpRequest => ({
  what: 'DescribeEnvs',
  url,
  method: 'POST',
  signal: new AbortController().signal,
  isRepeatable: true,
  prepare: async () => ({ headers: {}, body: '{}' }),
  ...more,
});

describe('a request with a deadline', () => {
  it.each([
    ['no answer', () => undefined],
    ['an answer that never ends', (response: { write: (text: string) => unknown }) => response.write('{')],
  ])('fails with TIMEOUT after %s, and says that the outcome is unknown', async (_, answer) => {
    await using server = await serve((_request, response) => answer(response));
    await expect(sendHttp(asking(server.url, { deadlineMs: 100 }), options)).rejects.toMatchObject({
      code: 'TIMEOUT',
      message:
        'DescribeEnvs: no answer within 0.1 s. It is unknown whether the change was made: check before you repeat it.',
    });
  });

  it('includes its retries', async () => {
    await using server = await serve((_request, response) => response.writeHead(503).end());
    const slow = { ...options, backoffMs: 60_000 };
    await expect(sendHttp(asking(server.url, { deadlineMs: 1_500 }), slow)).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(server.received).toHaveLength(1);
  });

  it('fails with the abort reason of its caller if that comes first', async () => {
    const stop = new AbortController();
    await using server = await serve(() => stop.abort(new Error('stopped')));
    await expect(sendHttp(asking(server.url, { signal: stop.signal }), options)).rejects.toThrow('stopped');
  });
});
