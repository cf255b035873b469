import type { DebugError } from '../../errors.ts';
import type { CodeSymbol } from '../code-backend.ts';

const HOLDS_A_VALUE: readonly string[] = ['Field', 'Property', 'Local', 'Parameter'];

/** Whether a symbol can be read and written; others are only referenced. */
export const holdsValue = ({ kind }: CodeSymbol): boolean => HOLDS_A_VALUE.includes(kind);

export const notAssignable = ({ fullyQualifiedName, kind }: CodeSymbol): DebugError => ({
  code: 'INVALID_PARAMETER',
  message: `"${fullyQualifiedName}" is a ${kind}, and nothing is assigned to one. Ask for its usages.`,
});
