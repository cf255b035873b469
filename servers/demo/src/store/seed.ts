import { join } from 'node:path';
import { createFile } from '@toolmark/base';
import type { Directory } from './directory.ts';
import type { FileStore } from './files.ts';
import { type Note, printNote } from './note.ts';

type SeedNote = Pick<Note, 'id' | 'title' | 'text' | 'tags'>;

const NOTES: readonly SeedNote[] = [
  {
    id: 'welcome',
    title: 'Welcome to the Playground',
    text:
      'Everything here is yours to read, change and break: the notes, and the files beside them.\n' +
      'Nothing outside this directory is ever touched.\n\n' +
      'Ask for a summary of the notes tagged "trip", add something to the groceries, or export everything and watch the progress.',
    tags: ['start'],
  },
  {
    id: 'groceries',
    title: 'Groceries',
    text: '- oats\n- two lemons\n- coffee, the good one\n- candles (six)',
    tags: ['home', 'shopping'],
  },
  {
    id: 'lisbon-in-may',
    title: 'Lisbon in May',
    text:
      'Arrive Friday evening, leave Tuesday at noon.\n' +
      'Tram 28 early, before the queues. Azulejo museum on Sunday. Pastéis de Belém, obviously.\n' +
      'Still open: which day for Sintra?',
    tags: ['trip'],
  },
  {
    id: 'packing-list',
    title: 'Packing List',
    text: 'Rain jacket, walking shoes, charger, the small camera, one book.',
    tags: ['home', 'trip'],
  },
];

const FILES: readonly (readonly [path: string, text: string])[] = [
  [
    'drafts/birthday-speech.md',
    'Dear all,\n\nI was told to keep this short, and I was told by somebody who knows me.\n',
  ],
  ['drafts/haiku.md', 'A tool says: I read.\nThe drafts folder is empty.\nSomebody should check.\n'],
  ['ideas.txt', 'A clock that shows the time of the last good idea.\n'],
];

/** Creates the initial content of a playground. Keeps existing files, so an interrupted start can be completed. */
export async function seed(directory: Directory, files: FileStore, now: () => Date): Promise<void> {
  const time = now().toISOString();
  for (const { id, ...content } of NOTES) {
    const note: Note = { id, ...content, version: 1, created_at: time, updated_at: time };
    await createFile(join(directory.notes, `${id}.json`), printNote(note));
  }
  for (const [path, text] of FILES) await files.writeNew(path, text);
  await directory.markSeeded();
}
