import { categories } from '@toolmark/kit';
import * as z from 'zod';
import { LIMITS } from '../store/limits.ts';
import { filePath } from './schemas.ts';
import type { Toolbox } from './toolbox.ts';

const Input = z.object({ path: filePath });

const Output = z.object({ path: z.string(), text: z.string(), bytes: z.number(), truncated: z.boolean() });

export function registerReadFile({ kit, store }: Toolbox): void {
  kit.registerTool(
    'read_file',
    {
      title: 'Read File',
      description: {
        summary: 'Reads a text file of the playground.',
        returns: `path, text, bytes of the whole file, and truncated: whether the text is only its first ${LIMITS.readBytes} bytes.`,
        preconditions: 'The file exists; list_files tells which do.',
        example: { path: 'ideas.txt', text: 'A clock that runs backwards.\n', bytes: 29, truncated: false },
      },
      annotations: categories.read({ openWorld: false }),
      inputSchema: Input,
      outputSchema: Output,
    },
    async ({ path }) => ({ path, ...(await store.files.read(path)) }),
  );
}
