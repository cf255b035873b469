import { relative } from 'node:path';
import ts from 'typescript';
import type { CodeSymbol } from '../code-backend.ts';
import { kindOf } from './kinds.ts';
import { rangeOf, type Spot } from './places.ts';

/** The symbol of a name; for an import, the imported symbol. */
export function symbolOf({ project, token }: Spot): ts.Symbol | undefined {
  const checker = project.program().getTypeChecker();
  const direct = shorthandValueOf(checker, token) ?? checker.getSymbolAtLocation(token);
  if (direct === undefined || !(direct.flags & ts.SymbolFlags.Alias)) return direct;
  const target = checker.getAliasedSymbol(direct);
  return target.declarations === undefined ? direct : target;
}

/** In `{ total }` the query is about the variable, not the property created from it. */
function shorthandValueOf(checker: ts.TypeChecker, token: ts.Node): ts.Symbol | undefined {
  if (!ts.isShorthandPropertyAssignment(token.parent)) return undefined;
  return checker.getShorthandAssignmentValueSymbol(token.parent);
}

export const declarationOf = (symbol: ts.Symbol): ts.Declaration | undefined =>
  symbol.valueDeclaration ?? symbol.declarations?.[0];

export function describe(symbol: ts.Symbol, root: string): CodeSymbol {
  const declaration = declarationOf(symbol);
  const name = declaration === undefined ? symbol.name : (declarationName(declaration) ?? symbol.name);
  if (declaration === undefined) {
    const none = { containingType: null, containingNamespace: null, declaration: null };
    return { name, fullyQualifiedName: name, kind: kindOf(symbol, undefined), ...none };
  }
  const file = declaration.getSourceFile();
  const at = ts.getNameOfDeclaration(declaration) ?? declaration;
  const { line, column } = rangeOf(file, at.getStart(file), at.getEnd());
  const around = containersOf(declaration);
  const type = around.findLast(isType);
  return {
    name,
    fullyQualifiedName: [...around.map(declarationName), name].join('.'),
    kind: kindOf(symbol, declaration),
    containingType: (type === undefined ? undefined : declarationName(type)) ?? null,
    containingNamespace: namespaceOf(declaration, root),
    declaration: { file: file.fileName, line, column },
  };
}

/** Dotted: `Shop.total`, `sell.price`. */
export function fullNameOf(declaration: ts.Declaration): string {
  return [...containersOf(declaration), declaration].map(declarationName).join('.');
}

/** The namespaces, else the module path without extension; empty for globals. */
export function namespaceOf(declaration: ts.Declaration, root: string): string | null {
  const namespaces = containersOf(declaration).filter(ts.isModuleDeclaration);
  if (namespaces.length > 0) return namespaces.map(declarationName).join('.');
  const file = declaration.getSourceFile();
  if (!ts.isExternalModule(file)) return null;
  return relative(root, file.fileName).replace(/(\.d)?\.[cm]?[jt]sx?$/, '');
}

/** The named containers of a declaration, outermost first. */
function containersOf(declaration: ts.Declaration): readonly ts.Declaration[] {
  const found: ts.Declaration[] = [];
  for (let node: ts.Node = declaration.parent; node !== undefined; node = node.parent) {
    // Variables are containers, too: they name the function or class assigned to them.
    if (isContainer(node) && declarationName(node) !== undefined) found.unshift(node);
  }
  return isAssignedToThis(declaration) ? found.slice(0, found.findLastIndex(isType) + 1) : found;
}

/** In JavaScript `this.total = 0` in a constructor declares a field of the class. */
function isAssignedToThis(declaration: ts.Node): boolean {
  const target = ts.isBinaryExpression(declaration) ? declaration.left : declaration;
  return ts.isPropertyAccessExpression(target) && target.expression.kind === ts.SyntaxKind.ThisKeyword;
}

const isContainer = (node: ts.Node): node is ts.Declaration =>
  ts.isModuleDeclaration(node) ||
  isType(node) ||
  ts.isFunctionLike(node) ||
  ts.isPropertyAssignment(node) ||
  (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name));

const isType = (node: ts.Node): node is ts.Declaration =>
  ts.isClassLike(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isEnumDeclaration(node) ||
  ts.isTypeAliasDeclaration(node);

export function declarationName(declaration: ts.Node): string | undefined {
  if (ts.isConstructorDeclaration(declaration)) return 'constructor';
  // Every node passed here is a declaration or has no name.
  const name = ts.getNameOfDeclaration(declaration as ts.Declaration);
  if (name === undefined) return ts.isSourceFile(declaration) ? declaration.fileName : undefined;
  return ts.isIdentifier(name) ||
    ts.isPrivateIdentifier(name) ||
    ts.isStringLiteralLike(name) ||
    ts.isNumericLiteral(name)
    ? name.text
    : name.getText();
}
