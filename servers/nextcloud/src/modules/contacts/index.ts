import type { Module } from '../module.ts';
import {
  createAddressbook,
  createContact,
  deleteAddressbook,
  deleteContact,
  listAddressbooks,
  listContacts,
  updateContact,
} from './tools.ts';

export const contacts: Module = {
  name: 'contacts',
  app: undefined,
  tools: [
    listAddressbooks,
    listContacts,
    createAddressbook,
    deleteAddressbook,
    createContact,
    deleteContact,
    updateContact,
  ],
};
