export { DemoError, type DemoErrorCode } from './errors.ts';
export { runDemo } from './run.ts';
export { type HttpOptions, startHttp } from './serve/http.ts';
export { createDemoServer, type DemoServerOptions } from './server.ts';
export type { FileContent, FileEntry, FileStore, FileWritten } from './store/files.ts';
export type { Note } from './store/note.ts';
export type { NewNote, NoteChanges, NoteListing, NoteStore, UnreadableFile } from './store/notes.ts';
export { type DemoStore, openStore, type StoreOptions } from './store/store.ts';
export type { Wait } from './tools/toolbox.ts';
