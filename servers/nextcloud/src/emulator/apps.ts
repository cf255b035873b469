import type { EmulatorApp, World } from './app.ts';
import { createCookbookApp } from './cookbook.ts';
import { createCaldavApp } from './dav/caldav.ts';
import { createCarddavApp } from './dav/carddav.ts';
import { createPrincipalsApp } from './dav/principals.ts';
import { createDeckApp } from './deck/deck.ts';
import { createFileApps } from './files/create-file-apps.ts';
import { createNewsApp } from './news.ts';
import { createNotesApp } from './notes.ts';
import { createOcsApp } from './ocs/ocs-app.ts';
import { createTablesApp } from './tables/tables.ts';

/** Every app of the emulator. */
export const createApps = (world: World): readonly EmulatorApp[] => [
  createOcsApp(world),
  createNotesApp(world),
  ...createFileApps(world),
  createPrincipalsApp(world),
  createCaldavApp(world),
  createCarddavApp(world),
  createDeckApp(world),
  createTablesApp(world),
  createCookbookApp(world),
  createNewsApp(world),
];
