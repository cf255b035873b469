import { notesContract } from './cases/notes.ts';
import type { ModuleContract } from './contract.ts';

/** One for each module. */
export const CONTRACTS: readonly ModuleContract[] = [notesContract];
