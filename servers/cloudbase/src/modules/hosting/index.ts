import type { Module } from '../modules.ts';
import { domainManagement } from './domain-management.ts';
import { deleteFiles, findFiles, getWebsiteConfig } from './file-tools.ts';
import { uploadFiles } from './upload-files.ts';

export const hosting: Module = {
  name: 'hosting',
  tools: [uploadFiles, getWebsiteConfig, deleteFiles, findFiles, domainManagement],
};
