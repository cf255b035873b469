import type { Module } from '../modules.ts';
import { downloadTemplate } from './download-template.ts';

export const setup: Module = { name: 'setup', tools: [downloadTemplate] };
