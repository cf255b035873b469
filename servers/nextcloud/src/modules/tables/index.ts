import type { Module } from '../module.ts';
import { tableResources } from './resources.ts';
import { deleteRow, getSchema, insertRow, listTables, readTable, updateRow } from './tools.ts';
export const tables: Module = {
  name: 'tables',
  resources: tableResources,
  app: 'tables',
  tools: [listTables, getSchema, readTable, insertRow, updateRow, deleteRow],
};
