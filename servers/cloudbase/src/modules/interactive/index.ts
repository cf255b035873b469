import type { Module } from '../modules.ts';
import { interactiveDialog } from './interactive-dialog.ts';

export const interactive: Module = { name: 'interactive', tools: [interactiveDialog] };
