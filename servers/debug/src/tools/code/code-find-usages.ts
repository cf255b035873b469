import { categories } from '@toolmark/kit';
import * as z from 'zod';
import { ok } from '../../result.ts';
import { type DebugTool, defineTool } from '../define-tool.ts';
import { ask, toQuery, toSymbol } from './ask.ts';
import { BY_NAME_OR_PLACE, RANGE, SymbolShape, toRange } from './shapes.ts';

const KINDS = [
  'Namespace',
  'Type',
  'Method',
  'Property',
  'Field',
  'Event',
  'Local',
  'Parameter',
  'TypeParameter',
] as const;

export const codeFindUsages: DebugTool = defineTool({
  name: 'code_find_usages',
  title: 'Find Usages',
  description: {
    summary: 'Finds every place in the workspace where a symbol is used. Name it, or point at it.',
    returns:
      'data: symbol with its declaration; usages_count; usages: file, line, column, end_line, end_column, context (the line of code), kind (Read, Write, Declaration, Reference).',
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
      usages_count: z.number().int(),
      usages: z.array(z.looseObject({ ...RANGE, kind: z.enum(['Read', 'Write', 'Declaration', 'Reference']) })),
    }),
  },
  more: 'usages_count is of all; the list has no room for more.',
  run: async (args, call) => {
    const query = toQuery(args, call.cwd);
    if (!query.ok) return query;
    const found = await ask(call, (backend, deadline) => backend.usages(query.value, deadline));
    if (!found.ok) return found;
    const { symbol, usages } = found.value;
    return ok({
      data: {
        symbol: toSymbol(symbol),
        usages_count: usages.length,
        usages: usages.map(({ context, kind, ...range }) => ({ ...toRange(range), context, kind })),
      },
    });
  },
});
