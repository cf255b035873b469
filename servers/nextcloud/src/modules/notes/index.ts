import type { Module } from '../module.ts';
import { getAttachment, getNote, searchNotes } from './read-tools.ts';
import { noteResources } from './resources.ts';
import { appendContent, createNote, deleteNote, updateNote } from './write-tools.ts';
export const notes: Module = {
  name: 'notes',
  resources: noteResources,
  app: 'notes',
  tools: [createNote, updateNote, appendContent, searchNotes, getNote, getAttachment, deleteNote],
};
