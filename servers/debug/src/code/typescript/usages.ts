import ts from 'typescript';
import { ok } from '../../result.ts';
import type { Found, SymbolQuery, Usages } from '../code-backend.ts';
import { holdsValue } from '../symbol/holds-value.ts';
import { lineAt, rangeOf } from './places.ts';
import { findReferences, type Reference } from './references.ts';
import { resolveQuery } from './resolve-query.ts';
import type { Sources } from './sources.ts';
import { describe } from './symbols.ts';
import { writeAt } from './writes.ts';

type Usage = Usages['usages'][number];

export function findUsages(sources: Sources, query: SymbolQuery): Found<Usages> {
  const resolved = resolveQuery(sources, query);
  if (!resolved.ok) return resolved;
  const references = findReferences(sources, resolved.value);
  if (!references.ok) return references;
  const symbol = describe(resolved.value.symbol, sources.root);
  const declarations = new Set(resolved.value.symbol.declarations?.map(placeOf));
  const kindAt = ({ token }: Reference): Usage['kind'] => {
    if (declarations.has(placeOf(token.parent))) return 'Declaration';
    if (!holdsValue(symbol) || isOnlyNamed(token)) return 'Reference';
    return writeAt(token, resolved.value.symbol) === undefined ? 'Read' : 'Write';
  };
  const usages = references.value.map((reference) => {
    const { file, token } = reference;
    const start = token.getStart(file);
    return { ...rangeOf(file, start, token.getEnd()), context: lineAt(file, start), kind: kindAt(reference) };
  });
  return ok({ symbol, usages });
}

/** Each project parses a file separately, so declarations are compared by location. */
const placeOf = (node: ts.Node): string => `${node.getSourceFile().fileName}:${node.pos}:${node.kind}`;

/** Imports, exports and types do not read a value. */
const isOnlyNamed = ({ parent }: ts.Node): boolean =>
  ts.isImportSpecifier(parent) ||
  ts.isImportClause(parent) ||
  ts.isNamespaceImport(parent) ||
  ts.isExportSpecifier(parent) ||
  ts.isTypeNode(parent) ||
  ts.isQualifiedName(parent);
