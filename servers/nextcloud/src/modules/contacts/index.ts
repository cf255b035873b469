import type { Module } from '../module.ts';
import { contactResources } from './resources.ts';
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
  resources: contactResources,
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
