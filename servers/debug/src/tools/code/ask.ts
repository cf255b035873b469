import { resolve } from 'node:path';
import type { CodeBackend, CodeSymbol, Found, SymbolQuery } from '../../code/code-backend.ts';
import { LIMITS } from '../../engine/limits.ts';
import { within } from '../../engine/within.ts';
import { err, ok } from '../../result.ts';
import type { Call } from '../define-tool.ts';

/** Sends the loaded workspace a request, with a timeout. */
export async function ask<Value>(
  { workspaces, signal }: Call,
  question: (backend: CodeBackend, deadline: AbortSignal) => Promise<Found<Value>>,
): Promise<Found<Value>> {
  const workspace = workspaces.current();
  if (!workspace.ok) return workspace;
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(LIMITS.codeMs)]);
  const late = (): Found<Value> =>
    err({ code: 'TIMEOUT', message: `The answer took longer than ${LIMITS.codeMs} ms.` });
  return within(LIMITS.codeMs + 1_000, question(workspace.value.backend, deadline), late);
}

interface SymbolArguments {
  readonly name?: string | undefined;
  readonly symbolKind?: string | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** Sends a request about one symbol, given by name or position. */
export async function askAbout<Value>(
  args: SymbolArguments,
  call: Call,
  question: (backend: CodeBackend, query: SymbolQuery, deadline: AbortSignal) => Promise<Found<Value>>,
): Promise<Found<Value>> {
  const query = toQuery(args, call.cwd);
  return query.ok ? ask(call, (backend, deadline) => question(backend, query.value, deadline)) : query;
}

/** Requires a name or a position, not both. */
function toQuery({ name, symbolKind, file, line, column }: SymbolArguments, cwd: string): Found<SymbolQuery> {
  const hasPlace = file !== undefined || line !== undefined || column !== undefined;
  if (name !== undefined && hasPlace) return invalid('Give name, or file, line and column, but not both.');
  if (name !== undefined) return ok({ name, kind: symbolKind });
  if (file === undefined || line === undefined || column === undefined) {
    return invalid(
      hasPlace ? 'A place needs file, line and column, all three.' : 'Give name, or file, line and column.',
    );
  }
  return ok({ file: resolve(cwd, file), line, column });
}

export function toSymbol({
  name,
  fullyQualifiedName,
  kind,
  containingType,
  containingNamespace,
  declaration,
}: CodeSymbol): Record<string, unknown> {
  return {
    name,
    fully_qualified_name: fullyQualifiedName,
    kind,
    containing_type: containingType,
    containing_namespace: containingNamespace,
    declaration_file: declaration?.file ?? null,
    declaration_line: declaration?.line ?? null,
    declaration_column: declaration?.column ?? null,
  };
}

const invalid = (message: string): Found<never> => err({ code: 'INVALID_PARAMETER', message });
