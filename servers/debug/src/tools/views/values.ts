import type { ValueFacts, VariableFacts } from '../../backend/facts.ts';
import { cutText } from '../../engine/cut-text.ts';
import { LIMITS } from '../../engine/limits.ts';

type View = Record<string, unknown>;

/** Truncates a value. */
export function cutValue(value: string): { readonly text: string; readonly isCut: boolean } {
  if (value.length <= LIMITS.value) return { text: value, isCut: false };
  return { text: `${cutText(value, LIMITS.value)}… (${value.length} characters in all)`, isCut: true };
}

/** A variable in snake_case, for variables_get and stacktrace_get. */
export function toVariable(facts: ValueFacts & Partial<VariableFacts>, scope?: string): View {
  return {
    ...toPlain(facts, scope),
    has_children: facts.ref !== undefined,
    ...(facts.ref !== undefined && { children_count: facts.childCount }),
    ...(facts.path !== undefined && { path: facts.path }),
  };
}

/** A variable in camelCase, for exception_get_context. */
export function toAutopsyVariable(facts: ValueFacts & Partial<VariableFacts>, scope?: string): View {
  return {
    ...toPlain(facts, scope),
    hasChildren: facts.ref !== undefined,
    ...(facts.ref !== undefined && { childrenCount: facts.childCount }),
  };
}

function toPlain(facts: ValueFacts & Partial<VariableFacts>, scope = 'local'): View {
  const { text, isCut } = cutValue(facts.value);
  const { name, type } = facts;
  return { name, type, value: text, ...(isCut && { truncated: true }), scope: facts.scope ?? scope };
}
