import type { Module } from '../modules.ts';
import { uploadFile } from './upload-file.ts';

export const storage: Module = { name: 'storage', tools: [uploadFile] };
