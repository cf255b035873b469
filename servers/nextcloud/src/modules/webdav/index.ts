import type { Module } from '../module.ts';
import { listDirectory, readFile } from './read-tools.ts';
import { findByName, findByType, listFavorites, searchFiles } from './search-tools.ts';
import { copyResource, createDirectory, deleteResource, moveResource, writeFile } from './write-tools.ts';

export const webdav: Module = {
  name: 'webdav',
  app: undefined,
  tools: [
    listDirectory,
    readFile,
    writeFile,
    createDirectory,
    deleteResource,
    moveResource,
    copyResource,
    searchFiles,
    findByName,
    findByType,
    listFavorites,
  ],
};
