import { categories, ok } from '@toolmark/kit';
import * as z from 'zod';
import { filePath } from './schemas.ts';
import type { Toolbox } from './toolbox.ts';

const Input = z.object({ path: filePath });

const Output = z.object({ path: z.string(), deleted: z.boolean() });

export function registerDeleteFile({ kit, store }: Toolbox): void {
  kit.registerTool(
    'delete_file',
    {
      title: 'Delete File',
      description: {
        summary: 'Deletes a file of the playground for good. For a file that is not there it does nothing.',
        returns: 'path, and deleted: whether there was anything to delete.',
        preconditions: 'None.',
        example: { path: 'drafts/idea.md', deleted: true },
      },
      annotations: categories.delete({ openWorld: false }),
      inputSchema: Input,
      outputSchema: Output,
    },
    async ({ path }) => {
      const deleted = await store.files.remove(path);
      const text = deleted ? `Deleted ${path}.` : `There was no file ${path}; nothing was deleted.`;
      return ok({ path, deleted }, { text });
    },
  );
}
