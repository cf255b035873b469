import type { ValueFacts, VariableFacts } from '../../backend/backend.ts';
import { LIMITS } from '../../engine/limits.ts';

type View = Record<string, unknown>;

/** A value, no longer than a reply can bear. */
export function cutValue(value: string): { readonly text: string; readonly isCut: boolean } {
  if (value.length <= LIMITS.value) return { text: value, isCut: false };
  return { text: `${value.slice(0, LIMITS.value)}… (${value.length} characters in all)`, isCut: true };
}

/** In snake_case, as variables_get and stacktrace_get tell it. */
export function toVariable(facts: ValueFacts & Partial<VariableFacts>, scope?: string): View {
  const { text, isCut } = cutValue(facts.value);
  return {
    name: facts.name,
    type: facts.type,
    value: text,
    scope: facts.scope ?? scope ?? 'local',
    has_children: facts.ref !== undefined,
    ...(facts.ref !== undefined && { children_count: facts.childCount }),
    ...(facts.path !== undefined && { path: facts.path }),
    ...(isCut && { truncated: true }),
  };
}

/** In camelCase, as exception_get_context tells it. */
export function toAutopsyVariable(facts: ValueFacts & Partial<VariableFacts>, scope?: string): View {
  const { text, isCut } = cutValue(facts.value);
  return {
    name: facts.name,
    type: facts.type,
    value: text,
    scope: facts.scope ?? scope ?? 'local',
    hasChildren: facts.ref !== undefined,
    ...(facts.ref !== undefined && { childrenCount: facts.childCount }),
    ...(isCut && { truncated: true }),
  };
}
