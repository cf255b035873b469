import { categories } from './categories.ts';
import type { CompleteHints } from './complete-hints.ts';

const given = (hints: CompleteHints) => hints;

given({ readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false });
given({ readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: true });
given({ readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true });
given({ readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false });

// @ts-expect-error readOnlyHint is left out
given({ destructiveHint: false, idempotentHint: true, openWorldHint: false });
// @ts-expect-error destructiveHint is left out
given({ readOnlyHint: false, idempotentHint: true, openWorldHint: false });
// @ts-expect-error destructiveHint is left out, and read-only does not excuse it
given({ readOnlyHint: true, idempotentHint: true, openWorldHint: false });
// @ts-expect-error idempotentHint is left out
given({ readOnlyHint: false, destructiveHint: false, openWorldHint: false });
// @ts-expect-error openWorldHint is left out
given({ readOnlyHint: false, destructiveHint: false, idempotentHint: true });
// @ts-expect-error a tool that changes nothing cannot destroy
given({ readOnlyHint: true, destructiveHint: true, idempotentHint: true, openWorldHint: false });
// @ts-expect-error a hint is a boolean
given({ readOnlyHint: 'true', destructiveHint: false, idempotentHint: true, openWorldHint: false });
// @ts-expect-error undefined counts as missing
given({ readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: undefined });
// @ts-expect-error no such hint
given({ readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true, safeHint: true });

given(categories.read({ openWorld: true, idempotent: false }));
given(categories.set({ openWorld: true, destructive: false }));

// @ts-expect-error openWorld is required
categories.create({});
// @ts-expect-error openWorld is required, for reads too
categories.read({ idempotent: true });
// @ts-expect-error a read cannot be destructive
categories.read({ openWorld: true, destructive: true });
// @ts-expect-error a category cannot be made read-only
categories.delete({ openWorld: true, readOnly: true });
