import { resolve } from 'node:path';
import { categories } from '@toolmark/kit';
import * as z from 'zod';
import { ok } from '../../result.ts';
import { type DebugTool, defineTool } from '../define-tool.ts';
import { ask, toSymbol } from './ask.ts';
import { RANGE, SymbolShape, toRange, WORKSPACE_IS_LOADED } from './shapes.ts';

export const codeGotoDefinition: DebugTool = defineTool({
  name: 'code_goto_definition',
  title: 'Go to Definition',
  description: {
    summary: 'Finds the definition of the symbol at a place in the sources.',
    returns:
      'data: symbol, definitions_count, definitions (is_source: of the workspace; assembly_name: of which package).',
    preconditions: WORKSPACE_IS_LOADED,
  },
  annotations: categories.read({ openWorld: false }),
  input: z.strictObject({
    file: z.string().trim().min(1).describe('Source file; absolute'),
    line: z.number().int().min(1).describe('Line of the symbol, from 1'),
    column: z.number().int().min(1).describe('Column of the symbol, from 1'),
  }),
  output: {
    data: z.looseObject({
      symbol: SymbolShape,
      definitions_count: z.number().int(),
      definitions: z.array(z.looseObject({ ...RANGE, is_source: z.boolean() })),
    }),
  },
  run: async ({ file, line, column }, call) => {
    const at = { file: resolve(call.cwd, file), line, column };
    const found = await ask(call, (backend, deadline) => backend.definition(at, deadline));
    if (!found.ok) return found;
    const { symbol, definitions } = found.value;
    return ok({
      data: {
        symbol: toSymbol(symbol),
        definitions_count: definitions.length,
        definitions: definitions.map(({ isSource, packageName, packageVersion, ...range }) => ({
          ...toRange(range),
          is_source: isSource,
          assembly_name: packageName,
          assembly_version: packageVersion,
        })),
      },
    });
  },
});
