import { categories, type ReadOnlyHints, type WritingHints } from '@toolmark/kit';

/** For tools that read from Tencent Cloud. */
export const READ: ReadOnlyHints = categories.read({ openWorld: true });
/** For tools that read from this machine. */
export const READ_LOCAL: ReadOnlyHints = categories.read({ openWorld: false });
/** For tools that add or change without a loss; calls with a loss need consent. */
export const ADD: WritingHints = categories.create({ openWorld: true });
/** Like {@link ADD}, on this machine. */
export const ADD_LOCAL: WritingHints = categories.create({ openWorld: false });
/** For tools that create an object if it is missing; a repeat changes nothing. */
export const ENSURE: WritingHints = categories.create({ openWorld: true, idempotent: true });
/** For tools that end something on this machine; a repeat changes nothing. */
export const END_LOCAL: WritingHints = categories.create({ openWorld: false, idempotent: true });
/** For tools that delete, with the same result on repeat. */
export const DELETE: WritingHints = categories.delete({ openWorld: true });
