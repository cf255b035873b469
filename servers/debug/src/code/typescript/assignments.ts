import { err, ok } from '../../result.ts';
import type { Assignments, Found, SymbolQuery } from '../code-backend.ts';
import { holdsValue, notAssignable } from '../symbol/holds-value.ts';
import { lineAt, rangeOf } from './places.ts';
import { findReferences } from './references.ts';
import { resolveQuery } from './resolve-query.ts';
import type { Sources } from './sources.ts';
import { describe } from './symbols.ts';
import { writeAt } from './writes.ts';

export function findAssignments(sources: Sources, query: SymbolQuery): Found<Assignments> {
  const resolved = resolveQuery(sources, query);
  if (!resolved.ok) return resolved;
  const symbol = describe(resolved.value.symbol, sources.root);
  if (!holdsValue(symbol)) return err(notAssignable(symbol));
  const references = findReferences(sources, resolved.value);
  if (!references.ok) return references;
  const assignments = references.value.flatMap(({ file, token }) => {
    const write = writeAt(token, resolved.value.symbol);
    if (write === undefined) return [];
    const start = token.getStart(file);
    return [{ ...rangeOf(file, start, token.getEnd()), context: lineAt(file, start), ...write }];
  });
  return ok({ symbol, assignments });
}
