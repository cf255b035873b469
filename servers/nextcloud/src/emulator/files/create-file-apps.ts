import type { EmulatorApp, World } from '../app.ts';
import { createShareStore } from '../sharing/share-store.ts';
import { createSharingApp } from '../sharing/sharing-app.ts';
import { createTrees } from './file-node.ts';
import { createFilesApp } from './files-app.ts';
import { createTags } from './tags.ts';

/** The apps for files, tags and shares, which share the same file trees. */
export function createFileApps(world: World): readonly EmulatorApp[] {
  const trees = createTrees(world);
  const tags = createTags(world);
  const store = createShareStore(world, trees);
  return [createFilesApp(world, trees, tags, store), tags.app, createSharingApp(world, trees, store)];
}
