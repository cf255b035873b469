import { calendarContract } from './cases/calendar.ts';
import { contactsContract } from './cases/contacts.ts';
import { deckContract } from './cases/deck.ts';
import { notesContract } from './cases/notes.ts';
import { semanticContract } from './cases/semantic.ts';
import { tablesContract } from './cases/tables.ts';
import type { ModuleContract } from './contract.ts';

/** One for each module. */
export const CONTRACTS: readonly ModuleContract[] = [
  notesContract,
  calendarContract,
  contactsContract,
  deckContract,
  tablesContract,
  semanticContract,
];
