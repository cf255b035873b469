import { categories } from '@toolmark/kit';
import * as z from 'zod';
import { err, ok } from '../../result.ts';
import { type DebugTool, defineTool } from '../define-tool.ts';

export const processWriteInput: DebugTool = defineTool({
  name: 'process_write_input',
  title: 'Write Process Input',
  description: {
    summary: 'Writes text to the stdin of the launched program; end lines with \\n yourself.',
    returns: 'bytesWritten; stdinClosed.',
    preconditions: 'A program started by debug_launch is being debugged.',
  },
  annotations: categories.action({ openWorld: false }),
  input: z.strictObject({
    data: z.string().max(1_048_576).describe('Text for stdin'),
    close_after: z.boolean().default(false).describe('Close stdin (end of file) after writing'),
  }),
  output: { bytesWritten: z.number().int(), stdinClosed: z.boolean() },
  run: async ({ data, close_after: closes }, { engine }) =>
    engine.whileLive({ code: 'IO_FAILED' }, async ({ backend, mode }) => {
      if (mode === 'attach') {
        const message =
          'The process was attached to, so its stdin is its own. Only what debug_launch starts can be written to.';
        return err({ code: 'NO_SESSION', message });
      }
      const written = data === '' ? ok(undefined) : await backend.write(data);
      if (!written.ok) return written;
      const closed = closes ? await backend.endInput() : ok(undefined);
      if (!closed.ok) return closed;
      return ok({ bytesWritten: Buffer.byteLength(data), stdinClosed: closes });
    }),
});
