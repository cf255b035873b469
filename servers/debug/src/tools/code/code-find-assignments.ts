import type { DebugTool } from '../define-tool.ts';
import { defineSymbolTool } from './define-symbol-tool.ts';
import { toRange } from './shapes.ts';

export const codeFindAssignments: DebugTool = defineSymbolTool({
  name: 'code_find_assignments',
  title: 'Find Assignments',
  summary:
    'Finds every place in the workspace where a variable, field or property gets a value. Name it, or point at it.',
  returns:
    'data: symbol with its declaration; assignments_count; assignments: file, line, column, end_line, end_column, kind (Simple, Compound, Increment, Decrement, OutParameter, RefParameter, Initializer, Declaration), context (the line of code), value_expression, operator.',
  kinds: ['Field', 'Property', 'Local', 'Parameter'],
  list: 'assignments',
  placeKinds: [
    'Simple',
    'Compound',
    'Increment',
    'Decrement',
    'OutParameter',
    'RefParameter',
    'Initializer',
    'Declaration',
  ],
  ask: (backend, query, deadline) => backend.assignments(query, deadline),
  toPlaces: ({ assignments }) =>
    assignments.map(({ kind, context, valueExpression, operator, ...range }) => ({
      ...toRange(range),
      kind,
      context,
      value_expression: valueExpression,
      operator,
    })),
});
