import { categories } from '@toolmark/kit';
import * as z from 'zod';
import { ok } from '../../result.ts';
import { type DebugTool, defineTool } from '../define-tool.ts';
import { ask, toQuery, toSymbol } from './ask.ts';
import { BY_NAME_OR_PLACE, RANGE, SymbolShape, toRange } from './shapes.ts';

const KINDS = ['Field', 'Property', 'Local', 'Parameter'] as const;

export const codeFindAssignments: DebugTool = defineTool({
  name: 'code_find_assignments',
  title: 'Find Assignments',
  description: {
    summary:
      'Finds every place in the workspace where a variable, field or property gets a value. Name it, or point at it.',
    returns:
      'data: symbol with its declaration; assignments_count; assignments: file, line, column, end_line, end_column, kind (Simple, Compound, Increment, Decrement, OutParameter, RefParameter, Initializer, Declaration), context (the line of code), value_expression, operator.',
    preconditions: 'A workspace is loaded with code_load.',
  },
  annotations: categories.read({ openWorld: false }),
  input: z.strictObject({
    ...BY_NAME_OR_PLACE,
    symbolKind: z.enum(KINDS).optional().describe('Kind of symbol, where several have the name'),
  }),
  output: {
    data: z.looseObject({
      symbol: SymbolShape,
      assignments_count: z.number().int(),
      assignments: z.array(z.looseObject({ ...RANGE, kind: z.string() })),
    }),
  },
  more: 'assignments_count is of all; the list has no room for more.',
  run: async (args, call) => {
    const query = toQuery(args, call.cwd);
    if (!query.ok) return query;
    const found = await ask(call, (backend, deadline) => backend.assignments(query.value, deadline));
    if (!found.ok) return found;
    const { symbol, assignments } = found.value;
    return ok({
      data: {
        symbol: toSymbol(symbol),
        assignments_count: assignments.length,
        assignments: assignments.map(({ kind, context, valueExpression, operator, ...range }) => ({
          ...toRange(range),
          kind,
          context,
          value_expression: valueExpression,
          operator,
        })),
      },
    });
  },
});
