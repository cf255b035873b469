import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CHALLENGE_HEADER, instanceProof, isInstance } from './instance-proof.ts';

async function gateway(answer: (challenge: string) => object, status = 200): Promise<string> {
  const server = createServer((request, response) => {
    response.writeHead(status).end(JSON.stringify(answer(String(request.headers[CHALLENGE_HEADER]))));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('isInstance', () => {
  it('recognizes the gateway that wrote the secret', async () => {
    expect(await isInstance(await gateway((asked) => ({ proof: instanceProof('secret', asked) })), 'secret')).toBe(
      true,
    );
  });

  it.each<[string, (challenge: string) => object]>([
    ['another secret', (asked) => ({ proof: instanceProof('other', asked) })],
    ['an answer to another challenge', () => ({ proof: instanceProof('secret', 'old') })],
    ['no proof', () => ({ status: 'ok' })],
    ['the challenge itself', (asked) => ({ proof: asked })],
  ])('rejects %s', async (_what, answer) => {
    expect(await isInstance(await gateway(answer), 'secret')).toBe(false);
  });

  it('rejects an address where nothing listens', async () =>
    expect(await isInstance('http://127.0.0.1:9', 'secret')).toBe(false));
});
