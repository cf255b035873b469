import { categories, type ReadOnlyHints, type WritingHints } from '@toolmark/kit';

// Nextcloud is another system than this server, with other people in it: every tool is open-world (ADR-017, resolved).
const openWorld = true;

/** Lists, searches, gets. */
export const READ: ReadOnlyHints = categories.read({ openWorld });
/** Makes something new, and another one when it is repeated. */
export const CREATE: WritingHints = categories.create({ openWorld });
/** Replaces something: the old value is gone. */
export const UPDATE: WritingHints = categories.update({ openWorld });
/** Adds to something. */
export const APPEND: WritingHints = categories.append({ openWorld });
/** Writes a whole value, the same at each repeat. */
export const SET: WritingHints = categories.set({ openWorld });
/** Removes something; it is just as gone after a repeat. */
export const DELETE: WritingHints = categories.delete({ openWorld });
/** Does something else that may overwrite or remove. */
export const ACTION: WritingHints = categories.action({ openWorld });
