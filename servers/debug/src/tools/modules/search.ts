import type { Backend, Outcome } from '../../backend/backend.ts';
import type { ModuleFacts, TypeFacts } from '../../backend/facts.ts';
import { ok } from '../../result.ts';
import { matcher } from './pattern.ts';
import { type TypeView, toType } from './type-view.ts';

export interface SearchOrder {
  readonly pattern: string;
  readonly searchType: 'types' | 'methods' | 'both';
  readonly moduleFilter: string | undefined;
  readonly caseSensitive: boolean;
  readonly until: AbortSignal;
}

export interface SearchFound {
  readonly types: readonly TypeView[];
  readonly methods: readonly FoundMethod[];
  readonly searchedModules: number;
  readonly isComplete: boolean;
}

interface FoundMethod {
  readonly [key: string]: unknown;
  readonly declaringType: string;
  readonly moduleName: string;
  readonly matchReason: string;
}

/** Searches the modules one by one within the timeout. Modules without types are skipped. */
export async function searchModules(backend: Backend, order: SearchOrder): Promise<Outcome<SearchFound>> {
  const modules = await backend.modules();
  if (!modules.ok) return modules;
  const isMeant = moduleMatcher(order.moduleFilter);
  const matches = matcher(order.pattern, { caseSensitive: order.caseSensitive, whole: false });
  const types: TypeView[] = [];
  const methods: FoundMethod[] = [];
  let searchedModules = 0;
  for (const module of modules.value.filter(isMeant)) {
    if (order.until.aborted) return ok({ types, methods, searchedModules, isComplete: false });
    const found = await backend.types(module.path ?? module.name);
    // Report a capability that the debugger lacks, but skip a single module without types.
    if (!found.ok && found.error.code === 'NOT_SUPPORTED' && !backend.can.types) return found;
    if (!found.ok) continue;
    searchedModules += 1;
    for (const facts of found.value) {
      if (order.searchType !== 'methods' && (matches(facts.name) || matches(facts.fullName)))
        types.push(toType(facts, module.name));
      if (order.searchType === 'types' || order.until.aborted) continue;
      methods.push(...(await methodsOf(backend, module, facts, matches)));
    }
  }
  return ok({ types, methods, searchedModules, isComplete: !order.until.aborted });
}

function moduleMatcher(filter: string | undefined): (module: ModuleFacts) => boolean {
  if (filter === undefined) return ({ isSystem }) => !isSystem;
  const matches = matcher(filter, { caseSensitive: false, whole: false });
  return ({ name, path }) => matches(name) || (path !== undefined && matches(path));
}

async function methodsOf(
  backend: Backend,
  module: ModuleFacts,
  facts: TypeFacts,
  matches: (name: string) => boolean,
): Promise<readonly FoundMethod[]> {
  const answer = await backend.members(facts.fullName, module.path ?? module.name);
  if (!answer.ok) return [];
  return answer.value.members
    .filter(({ kind, name, inheritedFrom }) => kind === 'method' && inheritedFrom === undefined && matches(name))
    .map(({ name, signature, type, visibility, isStatic }) => ({
      declaringType: facts.fullName,
      moduleName: module.name,
      matchReason: 'name',
      method: { name, signature: signature ?? null, returnType: type ?? null, visibility, isStatic },
    }));
}
