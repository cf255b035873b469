import { calendarContract } from './cases/calendar.ts';
import { contactsContract } from './cases/contacts.ts';
import { cookbookContract } from './cases/cookbook.ts';
import { deckContract } from './cases/deck.ts';
import { newsContract } from './cases/news.ts';
import { notesContract } from './cases/notes.ts';
import { semanticContract } from './cases/semantic.ts';
import { sharingContract } from './cases/sharing.ts';
import { tablesContract } from './cases/tables.ts';
import { webdavContract } from './cases/webdav.ts';
import type { ModuleContract } from './contract.ts';

/** One for each module. */
export const CONTRACTS: readonly ModuleContract[] = [
  notesContract,
  webdavContract,
  calendarContract,
  contactsContract,
  deckContract,
  tablesContract,
  sharingContract,
  cookbookContract,
  newsContract,
  semanticContract,
];
