import { categories } from '@toolmark/kit';
import * as z from 'zod';
import type { ModuleFacts } from '../../backend/facts.ts';
import { ok } from '../../result.ts';
import { type DebugTool, defineTool } from '../define-tool.ts';
import { pageOf } from '../fit-reply.ts';
import { start } from '../views/schemas.ts';
import { matcher } from './pattern.ts';

const Module = z.looseObject({
  name: z.string(),
  fullName: z.string(),
  path: z.string().nullable(),
  version: z.string().nullable(),
  isManaged: z.boolean(),
  isDynamic: z.boolean(),
  hasSymbols: z.boolean(),
  moduleId: z.string(),
  baseAddress: z.string().nullable(),
  size: z.number().int().nullable(),
  symbolStatus: z.string(),
  symbolStatusDetail: z.string().nullable(),
});

export const modulesList: DebugTool = defineTool({
  name: 'modules_list',
  title: 'List Modules',
  description: {
    summary:
      'Lists the loaded scripts, packages and shared libraries, own ones first. A breakpoint that stays pending is usually in a file that is missing here or has no symbols.',
    returns: 'modules (symbolStatus: loaded or none); count of all.',
    preconditions: 'A session is active; the program may run.',
  },
  annotations: categories.read({ openWorld: false }),
  input: z.strictObject({
    include_system: z.boolean().default(true).describe('Keep modules of the runtime and its standard library'),
    name_filter: z.string().min(1).optional().describe('Only names that match; * stands for anything'),
    start,
  }),
  output: { modules: z.array(Module), count: z.number().int() },
  run: async ({ include_system: withSystem, name_filter: filter, start: from }, { engine }) =>
    engine.whileLive({ code: 'ENUMERATION_FAILED' }, async ({ backend }) => {
      const answer = await backend.modules();
      if (!answer.ok) return answer;
      const matches = filter === undefined ? () => true : matcher(filter, { caseSensitive: false, whole: true });
      const modules = answer.value
        .filter(({ isSystem }) => withSystem || !isSystem)
        .filter(({ name, path }) => matches(name) || (path !== undefined && matches(path)))
        // The program's own modules first.
        .toSorted((one, other) => Number(one.isSystem) - Number(other.isSystem));
      const isManaged = backend.kind === 'node' || backend.kind === 'python';
      const views = modules.map((facts) => toModule(facts, isManaged));
      const { items, rest } = pageOf(views, from, 'narrow it with name_filter or include_system: false');
      return ok({ modules: [...items], count: modules.length, ...rest });
    }),
});

function toModule(facts: ModuleFacts, isManaged: boolean): z.input<typeof Module> {
  const { name, path, version, isSystem, hasSymbols, symbolDetail, baseAddress, size } = facts;
  return {
    name,
    fullName: path ?? name,
    path: path ?? null,
    version: version ?? null,
    isManaged,
    isDynamic: path === undefined && !isSystem,
    hasSymbols,
    moduleId: path ?? name,
    baseAddress: baseAddress === undefined ? null : `0x${baseAddress.toString(16)}`,
    size: size ?? null,
    symbolStatus: hasSymbols ? 'loaded' : 'none',
    symbolStatusDetail: symbolDetail ?? null,
    isSystem,
  };
}
