import type { Module } from '../modules.ts';
import { createTempFile } from './create-temp-file.ts';
import { readTempFile } from './read-temp-file.ts';

export const file: Module = { name: 'file', tools: [createTempFile, readTempFile] };
