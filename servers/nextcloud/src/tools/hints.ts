import { categories, type ReadOnlyHints, type WritingHints } from '@toolmark/kit';

// Nextcloud is an external system with other users, so every tool is open-world (ADR-017 of the reference).
const openWorld = true;

/** For tools that list, search or get. */
export const READ: ReadOnlyHints = categories.read({ openWorld });
/** For tools that create an object, and another one on repeat. */
export const CREATE: WritingHints = categories.create({ openWorld });
/** For tools that replace a value: the old one is lost. */
export const UPDATE: WritingHints = categories.update({ openWorld });
/** For tools that append. */
export const APPEND: WritingHints = categories.append({ openWorld });
/** For tools that set a whole value, with the same result on repeat. */
export const SET: WritingHints = categories.set({ openWorld });
/** For tools that delete, with the same result on repeat. */
export const DELETE: WritingHints = categories.delete({ openWorld });
/** For other tools that may overwrite or remove. */
export const ACTION: WritingHints = categories.action({ openWorld });
