import type { Assignments } from '../code-backend.ts';

/** How a place gives a symbol a value. */
export type Write = Pick<Assignments['assignments'][number], 'kind' | 'valueExpression' | 'operator'>;
