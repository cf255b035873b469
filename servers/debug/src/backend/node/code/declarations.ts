import type TypeScript from 'typescript';
import type { MemberFacts, TypeFacts } from '../../facts.ts';
import { loadCompiler } from './load-compiler.ts';
import { membersOf } from './members-of.ts';
import type { SourceText } from './module-text.ts';

type Member = MemberFacts['members'][number];

/** A type declared by a source, with its members. */
export interface Declared {
  readonly facts: TypeFacts;
  readonly members: readonly Member[];
}

const byText = new Map<string, readonly Declared[]>();
const MAX_KEPT = 200;

/** Every type of a file: classes, interfaces, enums, aliases, and functions used as classes. */
export async function declarationsOf(source: SourceText): Promise<readonly Declared[]> {
  const key = `${source.file}\0${source.text}`;
  const known = byText.get(key);
  if (known !== undefined) return known;
  const ts = await loadCompiler();
  const file = ts.createSourceFile(source.file, source.text, ts.ScriptTarget.Latest, true, kindOf(ts, source.file));
  const found: Declared[] = [];
  visit(ts, file, { file, namespace: '', found });
  if (byText.size >= MAX_KEPT) byText.clear();
  byText.set(key, found);
  return found;
}

const kindOf = (ts: typeof TypeScript, file: string): TypeScript.ScriptKind =>
  /\.[cm]?tsx?$/.test(file) ? (file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS) : ts.ScriptKind.JSX;

interface Place {
  readonly file: TypeScript.SourceFile;
  readonly namespace: string;
  readonly found: Declared[];
}

function visit(ts: typeof TypeScript, parent: TypeScript.Node, place: Place): void {
  ts.forEachChild(parent, (node) => {
    if (ts.isModuleDeclaration(node) && node.body !== undefined) {
      visit(ts, node.body, { ...place, namespace: join(place.namespace, node.name.text) });
    } else if (ts.isVariableStatement(node)) {
      for (const { name, initializer } of node.declarationList.declarations) {
        // `const User = class { … }`
        if (initializer !== undefined && ts.isClassExpression(initializer) && ts.isIdentifier(name)) {
          declare(ts, initializer, { ...place, name: name.text, isExported: isExported(ts, node) });
        }
      }
    } else if (isDeclaration(ts, node)) {
      declare(ts, node, { ...place, name: node.name?.text ?? 'default', isExported: isExported(ts, node) });
    } else if (ts.isModuleBlock(node) || ts.isBlock(node)) visit(ts, node, place);
  });
}

type Declaration =
  | TypeScript.ClassLikeDeclaration
  | TypeScript.InterfaceDeclaration
  | TypeScript.EnumDeclaration
  | TypeScript.TypeAliasDeclaration
  | TypeScript.FunctionDeclaration;

function isDeclaration(ts: typeof TypeScript, node: TypeScript.Node): node is Declaration {
  const isType =
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isTypeAliasDeclaration(node);
  return isType || (ts.isFunctionDeclaration(node) && isConstructor(node));
}

/** A function with members on its prototype is an old-style class. */
function isConstructor(node: TypeScript.FunctionDeclaration): boolean {
  const name = node.name?.text;
  return name !== undefined && node.getSourceFile().text.includes(`${name}.prototype`);
}

function declare(
  ts: typeof TypeScript,
  node: Declaration,
  place: Place & { readonly name: string; readonly isExported: boolean },
): void {
  const { name, namespace, file } = place;
  place.found.push({
    facts: {
      name,
      fullName: join(namespace, name),
      namespace,
      kind: typeKind(ts, node),
      visibility: place.isExported ? 'public' : 'internal',
      baseType: baseOf(ts, node, file),
      isGeneric: (ts.isEnumDeclaration(node) ? 0 : (node.typeParameters?.length ?? 0)) > 0,
      isAbstract: has(ts, node, ts.SyntaxKind.AbstractKeyword),
    },
    members: membersOf(ts, node, file),
  });
}

function typeKind(ts: typeof TypeScript, node: Declaration): TypeFacts['kind'] {
  if (ts.isInterfaceDeclaration(node)) return 'interface';
  if (ts.isEnumDeclaration(node)) return 'enum';
  if (!ts.isTypeAliasDeclaration(node)) return 'class';
  if (ts.isFunctionTypeNode(node.type)) return 'function';
  return ts.isUnionTypeNode(node.type) ? 'union' : 'alias';
}

function baseOf(ts: typeof TypeScript, node: Declaration, file: TypeScript.SourceFile): string | undefined {
  if (!ts.isClassLike(node) && !ts.isInterfaceDeclaration(node)) return undefined;
  const clause = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
  return clause?.types[0]?.expression.getText(file);
}

const isExported = (ts: typeof TypeScript, node: TypeScript.Node): boolean =>
  has(ts, node, ts.SyntaxKind.ExportKeyword) || has(ts, node, ts.SyntaxKind.DefaultKeyword);

function has(ts: typeof TypeScript, node: TypeScript.Node, kind: TypeScript.SyntaxKind): boolean {
  return ts.canHaveModifiers(node) && (ts.getModifiers(node)?.some((modifier) => modifier.kind === kind) ?? false);
}

const join = (namespace: string, name: string): string => (namespace === '' ? name : `${namespace}.${name}`);
