import ts from 'typescript';
import { err, ok } from '../../result.ts';
import type { Found, SymbolQuery } from '../code-backend.ts';
import { chooseByName } from '../symbol/choose-by-name.ts';
import { type Spot, spotAt } from './places.ts';
import type { Sources } from './sources.ts';
import { declarationName, declarationOf, describe, fullNameOf, namespaceOf, symbolOf } from './symbols.ts';

export interface Resolved {
  readonly symbol: ts.Symbol;
  /** The start of the search for references. */
  readonly spot: Spot;
}

/** Finds the queried symbol: at a position, or by a unique name. */
export function resolveQuery(sources: Sources, query: SymbolQuery): Found<Resolved> {
  if ('name' in query) return byName(sources, query.name, query.kind);
  const spot = spotAt(sources, query);
  if (!spot.ok) return spot;
  const symbol = symbolOf(spot.value);
  if (symbol !== undefined) return ok({ symbol, spot: spot.value });
  const message = `"${spot.value.token.getText()}" is no symbol that TypeScript knows.`;
  return err({ code: 'SYMBOL_NOT_FOUND', message });
}

function byName(sources: Sources, name: string, kind: string | undefined): Found<Resolved> {
  const all = [...candidates(sources, name).values()];
  const described = all.map((each) => ({ ...each, described: each, symbol: describe(each.symbol, sources.root) }));
  const chosen = chooseByName(described, name, kind);
  return chosen.ok ? ok(chosen.value.described) : chosen;
}

/** Every symbol whose full name equals the name or ends with it, by declaration. */
function candidates({ projects, root, throwIfCancelled }: Sources, name: string): ReadonlyMap<string, Resolved> {
  const found = new Map<string, Resolved>();
  const last = name.slice(name.lastIndexOf('.') + 1);
  for (const project of projects()) {
    for (const file of project.program().getSourceFiles()) {
      if (!file.text.includes(last) || !project.isOwnSource(file)) continue;
      throwIfCancelled();
      for (const declaration of declarationsIn(file, last)) {
        const full = fullNameOf(declaration);
        const names = [full, `${namespaceOf(declaration, root)}.${full}`];
        if (!names.some((each) => each === name || each.endsWith(`.${name}`) || each.endsWith(`/${name}`))) continue;
        const token = ts.getNameOfDeclaration(declaration) ?? declaration;
        const spot = { project, file, token };
        const symbol = symbolOf(spot);
        const key = keyOf(symbol);
        if (symbol !== undefined && key !== undefined && !found.has(key)) found.set(key, { symbol, spot });
      }
    }
  }
  return found;
}

function declarationsIn(file: ts.SourceFile, name: string): readonly ts.Declaration[] {
  const found: ts.Declaration[] = [];
  const visit = (node: ts.Node): void => {
    if (isDeclaration(node) && declarationName(node) === name) found.push(node);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(file, visit);
  return found;
}

/** Imports and assignments do not declare a symbol. */
const isDeclaration = (node: ts.Node): node is ts.Declaration =>
  ts.getNameOfDeclaration(node as ts.Declaration) !== undefined &&
  !ts.isImportSpecifier(node) &&
  !ts.isExportSpecifier(node) &&
  !ts.isImportClause(node) &&
  !ts.isNamespaceImport(node) &&
  !ts.isShorthandPropertyAssignment(node) &&
  !ts.isExportAssignment(node) &&
  !ts.isExpressionStatement(node);

/** Each project parses a file separately, so symbols are compared by location. */
export function keyOf(symbol: ts.Symbol | undefined): string | undefined {
  const declaration = symbol && declarationOf(symbol);
  return declaration && `${declaration.getSourceFile().fileName}:${declaration.getStart()}`;
}
