import type { Module } from '../modules.ts';
import {
  checkCollectionExists,
  checkIndexExists,
  createCollection,
  describeCollection,
  distribution,
  listCollections,
} from './collection-tools.ts';
import { manageDataModel } from './data-models.ts';
import { deleteDocuments, insertDocuments, queryDocuments, updateDocuments } from './document-tools.ts';
import { updateCollection } from './update-collection.ts';

export const database: Module = {
  name: 'database',
  tools: [
    createCollection,
    checkCollectionExists,
    updateCollection,
    describeCollection,
    listCollections,
    checkIndexExists,
    distribution,
    insertDocuments,
    queryDocuments,
    updateDocuments,
    deleteDocuments,
    manageDataModel,
  ],
};
