import { categories } from '@toolmark/kit';
import * as z from 'zod';
import type { Outcome } from '../../backend/backend.ts';
import type { MemoryFacts } from '../../backend/facts.ts';
import type { Paused } from '../../engine/core.ts';
import { LIMITS } from '../../engine/limits.ts';
import { err, ok } from '../../result.ts';
import { type DebugTool, defineTool } from '../define-tool.ts';
import { formatBytes, mostBytes } from './format-bytes.ts';

const LARGEST = 65_536;

export const memoryRead: DebugTool = defineTool({
  name: 'memory_read',
  title: 'Read Memory',
  description: {
    summary:
      "Reads bytes of the program's memory, at an address or of what an expression gives (a buffer, an array, a pointer).",
    returns: 'memory: address, actualSize, bytes (raw: Base64), ascii; error if fewer could be read.',
    preconditions: 'The process must be paused.',
  },
  annotations: categories.read({ openWorld: false }),
  input: z.strictObject({
    address: z.string().trim().min(1).describe('Address, 0x… or decimal; or an expression that gives a buffer'),
    // Rejected below, with its own error code.
    size: z.number().int().min(1).meta({ maximum: LARGEST }).default(256).describe('Bytes to read'),
    format: z.enum(['hex', 'hex_ascii', 'raw']).default('hex_ascii').describe('How to write the bytes; raw is Base64'),
  }),
  output: {
    memory: z.looseObject({
      address: z.string().nullable(),
      requestedSize: z.number().int(),
      actualSize: z.number().int(),
      bytes: z.string(),
      ascii: z.string().optional(),
      error: z.string().optional(),
    }),
  },
  room: LIMITS.largeReply,
  run: async ({ address, size, format }, { engine }) => {
    if (size > LARGEST) {
      return err({
        code: 'SIZE_EXCEEDED',
        message: `${size} bytes are more than the ${LARGEST} that can be read at once. Read them in parts.`,
        details: { requestedSize: size, maxSize: LARGEST },
      });
    }
    return engine.whilePaused({ code: 'MEMORY_READ_FAILED' }, async (at) => {
      const most = mostBytes(format);
      const read = await readFrom(at, address, Math.min(size, most));
      if (!read.ok) return read;
      const { bytes, problem } = read.value;
      const start = read.value.address;
      const isCut = size > most && bytes.length >= most;
      const next = start === undefined ? 'from there on' : `at 0x${(start + BigInt(bytes.length)).toString(16)}`;
      const error = problem ?? (isCut ? `A reply holds ${most} bytes in this format. Read on ${next}.` : undefined);
      return ok({
        memory: {
          address: start === undefined ? null : `0x${start.toString(16)}`,
          requestedSize: size,
          actualSize: bytes.length,
          ...formatBytes(bytes, format),
          ...(error !== undefined && { error }),
        },
        ...(isCut && { truncated: true }),
      });
    });
  },
});

async function readFrom({ session, stop }: Paused, address: string, size: number): Promise<Outcome<MemoryFacts>> {
  const { backend } = session;
  if (/^(?:0x[0-9a-f]{1,16}|\d{1,20})$/i.test(address)) {
    const start = BigInt(address);
    if (start < 2n ** 64n) return backend.readMemory(start, size);
  }
  const frame = { thread: stop.thread, index: 0 };
  if (backend.readBuffer !== undefined && !/^(?:0x|\d)/i.test(address)) return backend.readBuffer(address, size, frame);
  const hint =
    backend.readBuffer === undefined
      ? '; object_inspect tells where an object is'
      : ', or an expression that gives a buffer';
  return err({
    code: 'INVALID_ADDRESS',
    message: `'${address}' is no address. Give one such as 0x7ffd1000 or 4096${hint}.`,
    details: { address },
  });
}
