import { registerAppendToNote } from './append-to-note.ts';
import { registerCreateNote } from './create-note.ts';
import { registerDeleteFile } from './delete-file.ts';
import { registerDeleteNote } from './delete-note.ts';
import { registerExportNotes } from './export-notes.ts';
import { registerListFiles } from './list-files.ts';
import { registerListNotes } from './list-notes.ts';
import { registerPublishNote } from './publish-note.ts';
import { registerPurgeDrafts } from './purge-drafts.ts';
import { registerReadFile } from './read-file.ts';
import { registerReadNote } from './read-note.ts';
import { registerSearchNotes } from './search-notes.ts';
import { registerSetNoteTags } from './set-note-tags.ts';
import type { Toolbox } from './toolbox.ts';
import { registerUpdateNote } from './update-note.ts';
import { registerWriteFile } from './write-file.ts';

/** All tools, in the order in which clients list them. */
const TOOLS: readonly ((toolbox: Toolbox) => void)[] = [
  registerListNotes,
  registerReadNote,
  registerSearchNotes,
  registerCreateNote,
  registerUpdateNote,
  registerAppendToNote,
  registerSetNoteTags,
  registerDeleteNote,
  registerListFiles,
  registerReadFile,
  registerWriteFile,
  registerDeleteFile,
  registerExportNotes,
  registerPublishNote,
  registerPurgeDrafts,
];

export function registerTools(toolbox: Toolbox): void {
  for (const register of TOOLS) register(toolbox);
}
