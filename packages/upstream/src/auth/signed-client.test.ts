import { describe, expect, it } from 'vitest';
import { settle } from '../../../base/src/fixtures/fake-clock.ts';
import type { HttpClient, ResponseHead, ResponseSink } from '../wire/http/client.ts';
import { withTokens } from './signed-client.ts';
import type { TokenSource } from './token-source.ts';

interface Sent {
  readonly headers: readonly string[];
  readonly sink: ResponseSink;
  isAborted: boolean;
}

function setUp(tokens: Partial<TokenSource>): {
  readonly client: HttpClient;
  readonly sent: Sent[];
  readonly seen: number[];
} {
  const sent: Sent[] = [];
  const seen: number[] = [];
  const plain: HttpClient = {
    send: ({ headers }, sink) => {
      const one: Sent = { headers, sink, isAborted: false };
      sent.push(one);
      return () => {
        one.isAborted = true;
      };
    },
    close: async () => {},
  };
  const source: TokenSource = {
    authorization: () => 'Bearer 1',
    refused: async () => undefined,
    sawRefusal: ({ status }) => void seen.push(status),
    troubleOf: () => undefined,
    redact: (text) => text,
    status: () => {
      throw new Error('not in this test');
    },
    warnings: () => [],
    onChange: () => () => {},
    ...tokens,
  };
  return { client: withTokens(plain, source), sent, seen };
}

function listener(): { readonly sink: ResponseSink; readonly heard: string[] } {
  const heard: string[] = [];
  return {
    heard,
    sink: {
      onStart: ({ status }) => void heard.push(`start ${status}`),
      onData: (chunk) => void heard.push(`data ${chunk}`),
      onEnd: () => void heard.push('end'),
      onFailure: (code) => void heard.push(`failure ${code}`),
    },
  };
}

const request = { method: 'POST' as const, headers: ['accept', '*/*'], body: '{}' };
const head = (status: number): ResponseHead => ({ status, statusText: '', mediaType: '', headers: {} });

describe('a signed request', () => {
  it.each([
    ['Bearer 1', ['accept', '*/*', 'authorization', 'Bearer 1']],
    [undefined, ['accept', '*/*']],
  ])('is sent at once with %s, and its answer is passed on', (authorization, headers) => {
    const { client, sent } = setUp({ authorization: () => authorization });
    const { sink, heard } = listener();
    client.send(request, sink);
    sent[0]?.sink.onStart(head(200));
    sent[0]?.sink.onData(Buffer.from('x'));
    sent[0]?.sink.onEnd();
    expect([sent.map((one) => one.headers), heard]).toEqual([[headers], ['start 200', 'data x', 'end']]);
  });

  it('waits for a token renewal', async () => {
    const { client, sent } = setUp({ authorization: () => Promise.resolve('Bearer 2') });
    client.send(request, listener().sink);
    expect(sent).toEqual([]);
    await settle();
    expect(sent.map(({ headers }) => headers.at(-1))).toEqual(['Bearer 2']);
  });

  it('is never sent if it is cancelled during the renewal', async () => {
    const { client, sent } = setUp({ authorization: () => Promise.resolve('Bearer 2') });
    client.send(request, listener().sink)();
    await settle();
    expect(sent).toEqual([]);
  });

  it('is retried once with another token when refused', async () => {
    const used: (string | undefined)[] = [];
    const refused: TokenSource['refused'] = async (_, before) => {
      used.push(before);
      return 'Bearer 2';
    };
    const { client, sent, seen } = setUp({ refused });
    const { sink, heard } = listener();
    client.send(request, sink);
    sent[0]?.sink.onStart(head(401));
    await settle();
    expect([sent.map(({ headers }) => headers.at(-1)), sent[0]?.isAborted, heard]).toEqual([
      ['Bearer 1', 'Bearer 2'],
      true,
      [],
    ]);
    sent[1]?.sink.onStart(head(401));
    sent[1]?.sink.onEnd();
    await settle();
    expect([used, sent.length, heard, seen]).toEqual([['Bearer 1'], 2, ['start 401', 'end'], [401]]);
  });

  it('reports a final refusal', async () => {
    const { client, sent } = setUp({});
    const { sink, heard } = listener();
    client.send(request, sink);
    sent[0]?.sink.onStart(head(401));
    await settle();
    expect([sent.length, heard]).toEqual([1, ['start 401', 'end']]);
  });

  it('is not retried if it is cancelled during the renewal', async () => {
    const { client, sent } = setUp({ refused: async () => 'Bearer 2' });
    const { sink, heard } = listener();
    const abort = client.send(request, sink);
    sent[0]?.sink.onStart(head(401));
    abort();
    await settle();
    expect([sent.length, heard]).toEqual([1, []]);
  });

  it('reports missing scopes', () => {
    const { client, sent, seen } = setUp({});
    const { sink, heard } = listener();
    client.send(request, sink);
    sent[0]?.sink.onStart(head(403));
    expect([seen, heard]).toEqual([[403], ['start 403']]);
  });
});
