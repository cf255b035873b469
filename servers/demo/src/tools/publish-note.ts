import { categories } from '@toolmark/kit';
import * as z from 'zod';
import { noPublishingTarget } from '../errors.ts';
import { noteId } from './schemas.ts';
import type { Toolbox } from './toolbox.ts';

const Input = z.object({ id: noteId });

const Output = z.object({ id: z.string(), url: z.string() });

/** A tool that always fails, with an error that a model can pass on. */
export function registerPublishNote({ kit, store }: Toolbox): void {
  kit.registerTool(
    'publish_note',
    {
      title: 'Publish Note',
      description: {
        summary:
          'Publishes a note on the web for everybody. In this playground it always fails with NO_PUBLISHING_TARGET, to show what a failure looks like.',
        returns: 'id, and the url of the published note.',
        preconditions: 'The note exists, and a publishing target is configured; the playground has none.',
        example: { id: 'groceries', url: 'https://notes.example/groceries' },
      },
      // The hints of the intended effect: it would publish to the open web, and only add there.
      annotations: categories.action({ openWorld: true, destructive: false }),
      inputSchema: Input,
      outputSchema: Output,
    },
    async ({ id }) => {
      const note = await store.notes.read(id);
      throw noPublishingTarget(note.id);
    },
  );
}
