import type { Assignments } from '../code-backend.ts';

/** How a usage assigns to a symbol. */
export type Write = Pick<Assignments['assignments'][number], 'kind' | 'valueExpression' | 'operator'>;
