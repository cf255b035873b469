import { categories, ok } from '@toolmark/kit';
import * as z from 'zod';
import { LIMITS } from '../store/limits.ts';
import { filePath } from './schemas.ts';
import type { Toolbox } from './toolbox.ts';

const Input = z.object({
  path: filePath,
  text: z.string().max(LIMITS.fileLength).describe('What the file shall hold, all of it'),
});

const Output = z.object({ path: z.string(), bytes: z.number(), created: z.boolean() });

export function registerWriteFile({ kit, store }: Toolbox): void {
  kit.registerTool(
    'write_file',
    {
      title: 'Write File',
      description: {
        summary: 'Writes a text file of the playground. What it held before is gone; folders on the way are made.',
        returns: 'path, bytes, and created: whether the file is new.',
        preconditions: `The path is relative and has no links in it; there is room for ${LIMITS.files} files.`,
        example: { path: 'drafts/idea.md', bytes: 42, created: true },
      },
      annotations: categories.set({ openWorld: false }),
      inputSchema: Input,
      outputSchema: Output,
    },
    async ({ path, text }) => {
      const { bytes, created } = await store.files.write(path, text);
      return ok({ path, bytes, created }, { text: `${created ? 'Made' : 'Replaced'} ${path} (${bytes} bytes).` });
    },
  );
}
