import { PassThrough, Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { isClientOnStdin } from './detect-client.ts';

const message = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'server/discover' });

it.each<[string, readonly string[], boolean]>([
  ['a message', [`${message}\n`], true],
  ['a message in pieces', [message.slice(0, 9), `${message.slice(9)}\n`], true],
  ['nothing', [], false],
  ['text', ['yes\n', `${message}\n`], false],
  ['JSON that is not a message', ['{"a":1}\n'], false],
  ['a number', ['7\n'], false],
  ['half a message', [message], false],
])('recognizes a client by its first message: %s', async (_what, chunks, expected) => {
  expect(await isClientOnStdin(Readable.from(chunks))).toBe(expected);
});

it('does not wait forever, and leaves stdin alone on a terminal', async () => {
  const silent = new PassThrough();
  expect(await isClientOnStdin(silent)).toBe(false);
  expect(silent.isPaused()).toBe(true);
  const terminal = Object.assign(new PassThrough(), { isTTY: true });
  terminal.write(`${message}\n`);
  expect(await isClientOnStdin(terminal)).toBe(false);
  expect(terminal.listenerCount('data')).toBe(0);
});

it('treats a broken pipe as silence', async () => {
  const broken = new PassThrough();
  const asked = isClientOnStdin(broken);
  broken.destroy(new Error('broken'));
  expect(await asked).toBe(false);
});
