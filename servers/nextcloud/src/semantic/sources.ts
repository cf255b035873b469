import type { ModuleName } from '../modules/module.ts';
import type { DocumentSource } from './document-source.ts';
import { fileSource } from './file-source.ts';
import { newsSource } from './news-source.ts';
import { noteSource } from './note-source.ts';

const SOURCES: ReadonlyMap<ModuleName, DocumentSource> = new Map([
  ['notes', noteSource],
  ['webdav', fileSource],
  ['news', newsSource],
]);

/** The document sources of the served modules. */
export const sourcesOf = (modules: readonly ModuleName[]): readonly DocumentSource[] =>
  modules.flatMap((name) => SOURCES.get(name) ?? []);
