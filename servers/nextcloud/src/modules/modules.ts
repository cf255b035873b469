import { calendar } from './calendar/index.ts';
import { contacts } from './contacts/index.ts';
import { cookbook } from './cookbook/index.ts';
import { deck } from './deck/index.ts';
import type { Module } from './module.ts';
import { news } from './news/index.ts';
import { notes } from './notes/index.ts';
import { semantic } from './semantic/index.ts';
import { sharing } from './sharing/index.ts';
import { tables } from './tables/index.ts';
import { webdav } from './webdav/index.ts';

/** Every module, in the order in which clients list their tools. */
export const MODULES: readonly Module[] = [
  notes,
  webdav,
  calendar,
  contacts,
  deck,
  tables,
  sharing,
  cookbook,
  news,
  semantic,
];
