import { categories } from '@toolmark/kit';
import * as z from 'zod';
import type { TypeFacts } from '../../backend/facts.ts';
import { LIMITS } from '../../engine/limits.ts';
import { err, ok } from '../../result.ts';
import { type DebugTool, defineTool } from '../define-tool.ts';
import { fittingPart } from '../fit-reply.ts';
import { findModule } from './find-module.ts';
import { matcher } from './pattern.ts';
import { countNamespaces, toType } from './type-view.ts';

const MAX = 1_000;
const ROOM_FOR_TYPES = 6_500;
const ROOM_FOR_NAMESPACES = 2_500;

export const typesGet: DebugTool = defineTool({
  name: 'types_get',
  title: 'Get Types',
  description: {
    summary: 'Lists the types that a loaded module declares.',
    returns:
      'types (null where the runtime does not tell); namespaces; totalCount; continuationToken for the next page.',
    preconditions: 'A session is active.',
  },
  annotations: categories.read({ openWorld: false }),
  input: z.strictObject({
    module_name: z.string().trim().min(1).describe('Name or path of the module, as modules_list gives it'),
    namespace_filter: z.string().min(1).optional().describe('Only namespaces that match; * stands for anything'),
    kind: z
      .enum(['class', 'interface', 'struct', 'enum', 'delegate'])
      .optional()
      .describe('Only this kind; delegate means types of functions'),
    visibility: z.enum(['public', 'internal', 'private', 'protected']).optional().describe('Only types this visible'),
    max_results: z.number().int().default(100).describe(`Most types to give; counts as 1 to ${MAX}`),
    continuation_token: z.string().optional().describe('The continuationToken of the page before'),
  }),
  output: {
    moduleName: z.string(),
    namespaceFilter: z.string().nullable(),
    types: z.array(z.looseObject({ fullName: z.string(), name: z.string(), kind: z.string() })),
    namespaces: z.array(z.looseObject({ name: z.string(), typeCount: z.number().int() })),
    totalCount: z.number().int(),
    returnedCount: z.number().int(),
    continuationToken: z.string().nullable(),
  },
  more: 'Ask for fewer with max_results, and for the rest with continuation_token.',
  run: async (args, { engine }) => {
    const start = readToken(args.continuation_token);
    if (start === undefined) {
      const message = 'The continuation_token is not one that types_get gave. Leave it out to begin anew.';
      return err({ code: 'INVALID_PARAMETER', message, details: { parameter: 'continuation_token' } });
    }
    return engine.whileLive({ code: 'METADATA_ERROR', milliseconds: LIMITS.longQuestionMs }, async ({ backend }) => {
      const module = await findModule(backend, args.module_name);
      if (!module.ok) return module;
      const { name, path } = module.value;
      const types = await backend.types(path ?? name);
      if (!types.ok) return types;
      const meant = types.value
        .filter((facts) => isMeant(facts, args))
        // The program's own types first: headers bring hundreds of others.
        .toSorted((one, other) => Number(isOfLibrary(one)) - Number(isOfLibrary(other)));
      const most = Math.min(Math.max(args.max_results, 1), MAX);
      // Items that do not fit are on the next page.
      const page = fittingPart(
        meant.slice(start, start + most).map((facts) => toType(facts, name)),
        ROOM_FOR_TYPES,
      );
      const isMore = start + page.length < meant.length;
      return ok({
        moduleName: name,
        namespaceFilter: args.namespace_filter ?? null,
        types: [...page],
        namespaces: [...fittingPart(countNamespaces(meant), ROOM_FOR_NAMESPACES)],
        totalCount: meant.length,
        returnedCount: page.length,
        truncated: isMore,
        continuationToken: isMore ? writeToken(start + page.length) : null,
      });
    });
  },
});

const isOfLibrary = ({ fullName }: TypeFacts): boolean => /^(?:std|core|alloc|__gnu_cxx)::|^_/.test(fullName);

interface Filters {
  readonly namespace_filter?: string | undefined;
  readonly kind?: string | undefined;
  readonly visibility?: string | undefined;
}

function isMeant(facts: TypeFacts, { namespace_filter: filter, kind, visibility }: Filters): boolean {
  if (filter !== undefined && !matcher(filter, { caseSensitive: false, whole: true })(facts.namespace)) return false;
  if (kind !== undefined && (facts.kind === 'function' ? 'delegate' : facts.kind) !== kind) return false;
  return visibility === undefined || facts.visibility === visibility;
}

const writeToken = (start: number): string => Buffer.from(`types:${start}`).toString('base64url');

function readToken(token: string | undefined): number | undefined {
  if (token === undefined) return 0;
  const start = /^types:(\d{1,9})$/.exec(Buffer.from(token, 'base64url').toString());
  return start === null ? undefined : Number(start[1]);
}
