import { categories } from '@toolmark/kit';
import * as z from 'zod';
import type { Engine } from '../../engine/engine.ts';
import type { Excerpt, RingBuffer } from '../../engine/ring-buffer.ts';
import type { Session } from '../../engine/session.ts';
import { err, ok } from '../../result.ts';
import { type DebugTool, defineTool } from '../define-tool.ts';

/** The maximum bytes of one reply, because escapes may take six characters for each byte. */
const MAX_BYTES = 8_000;
const ROOM = 9_000;
const BOTH = ['stdout', 'stderr'] as const;
const MORE = 'Call with clear: true, repeatedly, to read everything from the oldest on.';

export const processReadOutput: DebugTool = defineTool({
  name: 'process_read_output',
  title: 'Read Process Output',
  description: {
    summary:
      'Reads what the launched program wrote, also after its end: the last megabyte of each stream. By default the newest part, which stays; with clear the oldest part, which is removed.',
    returns:
      'stdout and stderr; stdoutBytes and stderrBytes: ever written; stdoutRemaining and stderrRemaining: kept, but not in this reply; droppedBytes; exited, exitCode, signal.',
    preconditions: 'debug_launch was called.',
  },
  annotations: categories.read({ openWorld: false, idempotent: false }),
  input: z.strictObject({
    stream: z.enum(['both', 'stdout', 'stderr']).default('both').describe('Which stream'),
    clear: z.boolean().default(false).describe('Take what is given out of the buffer, oldest first'),
  }),
  output: {
    stdout: z.string().optional(),
    stderr: z.string().optional(),
    stdoutBytes: z.number().int().optional(),
    stderrBytes: z.number().int().optional(),
    stdoutRemaining: z.number().int().optional(),
    stderrRemaining: z.number().int().optional(),
    droppedBytes: z.number().int().optional(),
    exited: z.boolean().optional(),
    exitCode: z.number().int().nullable().optional(),
    signal: z.string().nullable().optional(),
  },
  more: MORE,
  run: async ({ stream, clear }, { engine }) => {
    const session = launched(engine);
    if (session === undefined) {
      const message = 'There is no output: only programs that debug_launch has started have one here.';
      return err({ code: 'NO_SESSION', message });
    }
    const { output, ended } = session;
    const names: readonly ('stdout' | 'stderr')[] = stream === 'both' ? BOTH : [stream];
    const parts = names.map((name) => readStream(output[name], 1 / names.length, clear));
    const dropped = names.reduce((sum, name) => sum + output[name].dropped(), 0);
    return ok({
      ...Object.fromEntries(names.flatMap((name, index) => named(name, parts[index]))),
      ...(dropped > 0 && { droppedBytes: dropped }),
      ...(parts.some(({ remaining }) => remaining > 0) && { truncated: true, more: MORE }),
      ...(ended?.how === 'exited' && { exited: true, exitCode: ended.exitCode, signal: ended.signal }),
    });
  },
});

/** The current or last session. */
function launched(engine: Engine): Session | undefined {
  const session = engine.current() ?? engine.last();
  return session?.mode === 'launch' ? session : undefined;
}

interface StreamPart {
  readonly text: string;
  readonly total: number;
  /** The number of kept bytes that are not in this reply. */
  readonly remaining: number;
}

/** Drops only the bytes that fit into the reply. */
function readStream(buffer: RingBuffer, share: number, clear: boolean): StreamPart {
  const { text, bytes } = fitting(clear ? buffer.head : buffer.tail, share);
  const remaining = buffer.kept() - bytes;
  if (clear) buffer.drop(bytes);
  return { text, total: buffer.total(), remaining };
}

function fitting(read: (most: number) => Excerpt, share: number): Excerpt {
  let most = MAX_BYTES * share;
  for (;;) {
    const part = read(most);
    const cost = JSON.stringify(part.text).length;
    if (cost <= ROOM * share || most < 1) return part;
    most = Math.floor((most * 0.9 * ROOM * share) / cost);
  }
}

function named(name: 'stdout' | 'stderr', part: StreamPart | undefined): readonly (readonly [string, unknown])[] {
  return [
    [name, part?.text],
    [`${name}Bytes`, part?.total],
    [`${name}Remaining`, part?.remaining],
  ];
}
