import { categories, type ReadOnlyHints, type WritingHints } from '@toolmark/kit';

/** Reads from Tencent Cloud. */
export const READ: ReadOnlyHints = categories.read({ openWorld: true });
/** Reads what is on this machine. */
export const READ_LOCAL: ReadOnlyHints = categories.read({ openWorld: false });
/** Adds or changes without losing anything; what would lose something needs a person's yes. */
export const ADD: WritingHints = categories.create({ openWorld: true });
/** As {@link ADD}, on this machine. */
export const ADD_LOCAL: WritingHints = categories.create({ openWorld: false });
/** Makes something that is not there yet; a repeat changes nothing. */
export const ENSURE: WritingHints = categories.create({ openWorld: true, idempotent: true });
/** Ends something on this machine; a repeat changes nothing. */
export const END_LOCAL: WritingHints = categories.create({ openWorld: false, idempotent: true });
/** Removes something; it is just as gone after a repeat. */
export const DELETE: WritingHints = categories.delete({ openWorld: true });
