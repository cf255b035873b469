import type { StandInApp, World } from './app.ts';
import { createCookbookApp } from './cookbook.ts';
import { createCaldavApp } from './dav/caldav.ts';
import { createCarddavApp } from './dav/carddav.ts';
import { createPrincipalsApp } from './dav/principals.ts';
import { createDeckApp } from './deck/deck.ts';
import { createNewsApp } from './news.ts';
import { createNotesApp } from './notes.ts';
import { createTablesApp } from './tables/tables.ts';

/** Every app of the stand-in. */
export const createApps = (world: World): readonly StandInApp[] => [
  createNotesApp(world),
  createPrincipalsApp(world),
  createCaldavApp(world),
  createCarddavApp(world),
  createDeckApp(world),
  createTablesApp(world),
  createCookbookApp(world),
  createNewsApp(world),
];
