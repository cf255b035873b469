import type { StandInApp, World } from './app.ts';
import { createDeckApp } from './deck/deck.ts';
import { createNotesApp } from './notes.ts';
import { createTablesApp } from './tables/tables.ts';

/** Every app of the stand-in. */
export const createApps = (world: World): readonly StandInApp[] => [
  createNotesApp(world),
  createDeckApp(world),
  createTablesApp(world),
];
