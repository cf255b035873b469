import type TypeScript from 'typescript';
import type { MemberFacts, TypeFacts } from '../../facts.ts';

type Member = MemberFacts['members'][number];

/** The members of a declaration, in source order. */
export function membersOf(
  ts: typeof TypeScript,
  node: TypeScript.Node,
  file: TypeScript.SourceFile,
): readonly Member[] {
  if (ts.isEnumDeclaration(node)) {
    return node.members.map((member) => ({
      ...plain('field', member.name.getText(file)),
      type: node.name.text,
      isStatic: true,
    }));
  }
  if (ts.isTypeAliasDeclaration(node) && ts.isTypeLiteralNode(node.type)) return membersOf(ts, node.type, file);
  if (ts.isFunctionDeclaration(node)) return prototypeMembers(node, file);
  if (!ts.isClassLike(node) && !ts.isInterfaceDeclaration(node) && !ts.isTypeLiteralNode(node)) return [];
  const members: Member[] = [];
  for (const member of node.members) {
    if (ts.isConstructorDeclaration(member)) members.push(...parameterFields(ts, member, file));
    const found = memberOf(ts, member, file);
    // A getter and its setter count as one property.
    if (
      found !== undefined &&
      !members.some(({ name, isStatic }) => name === found.name && isStatic === found.isStatic)
    ) {
      members.push(found);
    }
  }
  return members;
}

type Element = TypeScript.ClassElement | TypeScript.TypeElement;

function memberOf(ts: typeof TypeScript, node: Element, file: TypeScript.SourceFile): Member | undefined {
  if (ts.isConstructorDeclaration(node) || ts.isConstructSignatureDeclaration(node)) {
    return {
      ...plain('method', 'constructor'),
      ...visible(ts, node),
      signature: signatureOf(node, file, 'constructor'),
    };
  }
  const { name: named } = node;
  if (named === undefined) return undefined;
  const name = named.getText(file);
  const common = { ...visible(ts, node, name) };
  if (ts.isMethodDeclaration(node) || ts.isMethodSignature(node)) {
    return {
      ...plain('method', name),
      ...common,
      type: node.type?.getText(file),
      signature: signatureOf(node, file, name),
    };
  }
  if (ts.isGetAccessor(node) || ts.isSetAccessor(node)) {
    const type = node.type ?? node.parameters[0]?.type;
    return { ...plain('property', name), ...common, type: type?.getText(file) };
  }
  if (!ts.isPropertyDeclaration(node) && !ts.isPropertySignature(node)) return undefined;
  // An interface member may be a field or a getter; a class member without a body is a field.
  return {
    ...plain(ts.isPropertySignature(node) ? 'property' : 'field', name),
    ...common,
    type: typeText(ts, node, file),
  };
}

function typeText(
  ts: typeof TypeScript,
  node: TypeScript.PropertyDeclaration | TypeScript.PropertySignature,
  file: TypeScript.SourceFile,
): string | undefined {
  if (node.type !== undefined) return node.type.getText(file);
  const value = ts.isPropertyDeclaration(node) ? node.initializer : undefined;
  if (value === undefined) return undefined;
  if (ts.isNumericLiteral(value)) return 'number';
  if (ts.isStringLiteralLike(value)) return 'string';
  return ts.isNewExpression(value) ? value.expression.getText(file) : undefined;
}

/** `constructor(private readonly name: string)` also declares a field. */
function parameterFields(
  ts: typeof TypeScript,
  node: TypeScript.ConstructorDeclaration,
  file: TypeScript.SourceFile,
): readonly Member[] {
  return node.parameters
    .filter((parameter) => ts.isParameterPropertyDeclaration(parameter, node))
    .map((parameter) => ({
      ...plain('field', parameter.name.getText(file)),
      ...visible(ts, parameter),
      type: parameter.type?.getText(file),
    }));
}

/** `User.prototype.greet = …` */
function prototypeMembers(node: TypeScript.FunctionDeclaration, file: TypeScript.SourceFile): readonly Member[] {
  const name = node.name?.text ?? '';
  const found = file.text.matchAll(
    new RegExp(String.raw`\b${name.replaceAll('$', String.raw`\$`)}\.prototype\.([\w$]+)\s*=`, 'g'),
  );
  return [...found].map(([, member = '']) => plain('method', member));
}

interface Signed {
  readonly parameters: TypeScript.NodeArray<TypeScript.ParameterDeclaration>;
  readonly type?: TypeScript.TypeNode | undefined;
}

function signatureOf({ parameters, type }: Signed, file: TypeScript.SourceFile, name: string): string {
  const list = parameters.map((parameter) => parameter.getText(file).replaceAll(/\s+/g, ' ')).join(', ');
  return `${name}(${list})${type === undefined ? '' : `: ${type.getText(file)}`}`;
}

const plain = (kind: Member['kind'], name: string): Member => ({
  kind,
  name,
  type: undefined,
  signature: undefined,
  visibility: 'public',
  isStatic: false,
  inheritedFrom: undefined,
});

function visible(
  ts: typeof TypeScript,
  node: TypeScript.Node,
  name = '',
): { readonly visibility: TypeFacts['visibility']; readonly isStatic: boolean } {
  const kinds = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []).map(({ kind }) => kind) : [];
  const isPrivate = name.startsWith('#') || kinds.includes(ts.SyntaxKind.PrivateKeyword);
  const visibility = isPrivate ? 'private' : kinds.includes(ts.SyntaxKind.ProtectedKeyword) ? 'protected' : 'public';
  return { visibility, isStatic: kinds.includes(ts.SyntaxKind.StaticKeyword) };
}
