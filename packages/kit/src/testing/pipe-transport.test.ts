import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { PipeTransport } from './pipe-transport.ts';

async function setUp() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const transport = new PipeTransport(input, output);
  const heard: unknown[] = [];
  transport.onmessage = (message) => void heard.push(message);
  transport.onerror = (error) => void heard.push(error.name);
  const closed = new Promise<void>((resolve) => {
    transport.onclose = resolve;
  });
  await transport.start();
  return { input, output, transport, heard, closed };
}

describe('PipeTransport', () => {
  it('reads one message per line for any chunking', async () => {
    const { input, heard, closed } = await setUp();
    const bytes = Buffer.from('{"a":"ä€😀"}\r\n{"b":2}\n');
    for (const byte of bytes) input.write(Buffer.from([byte]));
    input.end('{"c":3}');
    await closed;
    expect(heard).toEqual([{ a: 'ä€😀' }, { b: 2 }, { c: 3 }]);
  });

  it('reports a line that is not a message, and continues', async () => {
    const { input, heard, closed } = await setUp();
    input.end('hello\n{"a":1}\n');
    await closed;
    expect(heard).toEqual(['SyntaxError', { a: 1 }]);
  });

  it('writes one message per line', async () => {
    const { output, transport } = await setUp();
    await transport.send({ a: 'x\ny' });
    const [chunk] = await once(output, 'data');
    expect(String(chunk)).toBe('{"a":"x\\ny"}\n');
  });

  it('closes, and reports it once', async () => {
    const { input, transport, heard, closed } = await setUp();
    await transport.close();
    await closed;
    await transport.close();
    input.write('{"a":1}\n');
    expect(heard).toEqual([]);
  });
});
