import type { DebugTool } from '../define-tool.ts';
import { defineSymbolTool } from './define-symbol-tool.ts';
import { toRange } from './shapes.ts';

export const codeFindUsages: DebugTool = defineSymbolTool({
  name: 'code_find_usages',
  title: 'Find Usages',
  summary: 'Finds every place in the workspace where a symbol is used. Name it, or point at it.',
  returns:
    'data: symbol with its declaration; usages_count; usages: file, line, column, end_line, end_column, context (the line of code), kind (Read, Write, Declaration, Reference).',
  kinds: ['Namespace', 'Type', 'Method', 'Property', 'Field', 'Event', 'Local', 'Parameter', 'TypeParameter'],
  list: 'usages',
  placeKinds: ['Read', 'Write', 'Declaration', 'Reference'],
  ask: (backend, query, deadline) => backend.usages(query, deadline),
  toPlaces: ({ usages }) => usages.map(({ context, kind, ...range }) => ({ ...toRange(range), context, kind })),
});
