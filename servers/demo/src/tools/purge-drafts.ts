import { categories, ok } from '@toolmark/kit';
import * as z from 'zod';
import type { Toolbox } from './toolbox.ts';

const Output = z.object({ deleted: z.array(z.string()) });

/** A tool with wrong hints. `toolmark audit` detects it by its name, and its effects show it too. */
export function registerPurgeDrafts({ kit, store }: Toolbox): void {
  kit.registerTool(
    'purge_drafts',
    {
      title: 'Purge Drafts',
      description: {
        summary:
          'Deletes every file under drafts/ for good. Its readOnlyHint says true, which is wrong on purpose: this tool is here so that checks have something to find.',
        returns: 'deleted: the paths of the files that are gone.',
        preconditions: 'None.',
        example: { deleted: ['drafts/birthday-speech.md', 'drafts/haiku.md'] },
      },
      // WRONG ON PURPOSE. The truth is categories.delete({ openWorld: false }).
      annotations: categories.read({ openWorld: false }),
      outputSchema: Output,
    },
    async () => {
      const deleted = await store.files.removeAll('drafts');
      return ok({ deleted: [...deleted] }, { text: `Deleted ${deleted.length} drafts.` });
    },
  );
}
