import { categories } from '@toolmark/kit';
import * as z from 'zod';
import { LIMITS } from '../../engine/limits.ts';
import { err, ok } from '../../result.ts';
import { type DebugTool, defineTool } from '../define-tool.ts';
import { fittingPart } from '../fit-reply.ts';
import { searchModules } from './search.ts';

/** The part of a reply for both lists. */
const ROOM = 9_000;

export const modulesSearch: DebugTool = defineTool({
  name: 'modules_search',
  title: 'Search Modules',
  description: {
    summary:
      'Searches the loaded modules for types and methods by name; modules of the runtime only if module_filter names them. Functions outside a type: code_find_usages.',
    returns:
      'types; methods: declaringType, moduleName, matchReason, method; totalMatches; continuationToken (always null: narrow the pattern).',
    preconditions: 'A session is active.',
  },
  annotations: categories.read({ openWorld: false }),
  input: z.strictObject({
    pattern: z
      .string()
      .trim()
      .min(1)
      .describe('Name, or a part of it; * stands for anything and then the whole name must match'),
    search_type: z.enum(['types', 'methods', 'both']).default('both').describe('What to look for'),
    module_filter: z.string().min(1).optional().describe('Only modules whose name matches; * stands for anything'),
    case_sensitive: z.boolean().default(false).describe('Match case exactly'),
    max_results: z.number().int().default(50).describe('Most results; counts as 1 to 100'),
  }),
  output: {
    query: z.string(),
    searchType: z.string(),
    types: z.array(z.looseObject({ fullName: z.string(), moduleName: z.string() })),
    methods: z.array(z.looseObject({ declaringType: z.string(), moduleName: z.string(), matchReason: z.string() })),
    totalMatches: z.number().int(),
    returnedMatches: z.number().int(),
    continuationToken: z.string().nullable(),
    searchedModules: z.number().int(),
  },
  codes: { pattern: 'INVALID_PATTERN' },
  more: 'Narrow the pattern, or name a module with module_filter.',
  run: async (args, { engine, signal }) => {
    if (!/[^*\s]/.test(args.pattern)) {
      const message = `'${args.pattern}' would match everything. Give a part of the name.`;
      return err({ code: 'INVALID_PATTERN', message, details: { pattern: args.pattern } });
    }
    const most = Math.min(Math.max(args.max_results, 1), 100);
    return engine.whileLive({ code: 'SEARCH_FAILED', milliseconds: LIMITS.longQuestionMs }, async ({ backend }) => {
      const until = AbortSignal.any([signal, AbortSignal.timeout(LIMITS.longQuestionMs - 10_000)]);
      const found = await searchModules(backend, {
        pattern: args.pattern,
        searchType: args.search_type,
        moduleFilter: args.module_filter,
        caseSensitive: args.case_sensitive,
        until,
      });
      if (!found.ok) return found;
      const { searchedModules, isComplete } = found.value;
      const types = fittingPart(found.value.types.slice(0, most), ROOM / 2);
      const methods = fittingPart(found.value.methods.slice(0, most - types.length), ROOM / 2);
      const total = found.value.types.length + found.value.methods.length;
      const returned = types.length + methods.length;
      return ok({
        query: args.pattern,
        searchType: args.search_type,
        types: [...types],
        methods: [...methods],
        totalMatches: total,
        returnedMatches: returned,
        truncated: returned < total || !isComplete,
        continuationToken: null,
        searchedModules,
      });
    });
  },
});
