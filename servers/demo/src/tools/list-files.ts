import { categories } from '@toolmark/kit';
import * as z from 'zod';
import type { Toolbox } from './toolbox.ts';

const Output = z.object({
  files: z.array(z.object({ path: z.string(), bytes: z.number(), modified_at: z.string() })),
});

export function registerListFiles({ kit, store }: Toolbox): void {
  kit.registerTool(
    'list_files',
    {
      title: 'List Files',
      description: {
        summary: 'Lists the files of the playground: drafts, exports and whatever write_file has made.',
        returns: 'files: path, bytes and modified_at of each, by path.',
        preconditions: 'None.',
        example: { files: [{ path: 'drafts/haiku.md', bytes: 70, modified_at: '2026-05-04T09:30:00.000Z' }] },
      },
      annotations: categories.read({ openWorld: false }),
      outputSchema: Output,
    },
    async () => ({ files: [...(await store.files.list())] }),
  );
}
