import ts from 'typescript';
import { oneLine } from '../limits.ts';
import type { Write } from '../symbol/write.ts';

/**
 * How a symbol is assigned at a position; nothing if it is only read or named. In `{ total }`, which names both a
 * variable and a property, writing one reads the other, so the queried symbol matters.
 */
export function writeAt(token: ts.Node, symbol: ts.Symbol): Write | undefined {
  const isMember = (symbol.flags & (ts.SymbolFlags.Property | ts.SymbolFlags.Accessor)) !== 0;
  const { parent } = token;
  if (ts.isShorthandPropertyAssignment(parent) && !isPattern(parent.parent)) {
    return isMember ? toWrite('Initializer', ':', token) : undefined;
  }
  const isTakenOut = ts.isShorthandPropertyAssignment(parent) || (ts.isBindingElement(parent) && parent.name === token);
  if (isMember && isTakenOut) return undefined;
  return atDeclaration(token) ?? atExpression(targetOf(token));
}

function atDeclaration(token: ts.Node): Write | undefined {
  const { parent } = token;
  if (ts.isBindingElement(parent) && parent.name === token) return fromPattern(parent);
  if (ts.isVariableDeclaration(parent) && parent.name === token) return fromVariable(parent);
  if (ts.isPropertyAssignment(parent) && parent.name === token && !isPattern(parent.parent)) {
    return { kind: 'Initializer', operator: ':', valueExpression: oneLine(parent.initializer.getText()) };
  }
  const isMember = ts.isPropertyDeclaration(parent) || ts.isParameter(parent) || ts.isEnumMember(parent);
  if (!isMember || parent.name !== token || parent.initializer === undefined) return undefined;
  return { kind: 'Initializer', operator: '=', valueExpression: oneLine(parent.initializer.getText()) };
}

function fromVariable(declaration: ts.VariableDeclaration): Write | undefined {
  const loop = declaration.parent.parent;
  if (ts.isForOfStatement(loop)) return toWrite('Declaration', 'of', loop.expression);
  if (ts.isForInStatement(loop)) return toWrite('Declaration', 'in', loop.expression);
  return declaration.initializer && toWrite('Declaration', '=', declaration.initializer);
}

/** In `const { total } = shop` the value comes from the whole right-hand side. */
function fromPattern(element: ts.BindingElement): Write | undefined {
  const owner = ts.walkUpBindingElementsAndPatterns(element);
  if (ts.isVariableDeclaration(owner)) return fromVariable(owner);
  return owner.initializer && toWrite('Initializer', '=', owner.initializer);
}

function atExpression(target: ts.Node): Write | undefined {
  const { parent } = target;
  if (ts.isBinaryExpression(parent) && parent.left === target) {
    const { kind } = parent.operatorToken;
    if (kind < ts.SyntaxKind.FirstAssignment || kind > ts.SyntaxKind.LastAssignment) return undefined;
    const isSimple = kind === ts.SyntaxKind.EqualsToken;
    return toWrite(isSimple ? 'Simple' : 'Compound', parent.operatorToken.getText(), parent.right);
  }
  if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent)) {
    if (parent.operator === ts.SyntaxKind.PlusPlusToken) return toWrite('Increment', '++', undefined);
    if (parent.operator === ts.SyntaxKind.MinusMinusToken) return toWrite('Decrement', '--', undefined);
    return undefined;
  }
  if (ts.isForOfStatement(parent) && parent.initializer === target) return toWrite('Simple', 'of', parent.expression);
  if (ts.isForInStatement(parent) && parent.initializer === target) return toWrite('Simple', 'in', parent.expression);
  return inPattern(target);
}

/** `[total, other] = values` and `({ total } = shop)` assign to the names in them. */
function inPattern(target: ts.Node): Write | undefined {
  const { parent } = target;
  const holder =
    ts.isSpreadElement(parent) ||
    ts.isSpreadAssignment(parent) ||
    ts.isShorthandPropertyAssignment(parent) ||
    (ts.isPropertyAssignment(parent) && parent.initializer === target)
      ? parent
      : target;
  const pattern = holder.parent;
  return isPattern(pattern) ? atExpression(parenthesised(pattern)) : undefined;
}

/** Whether a literal is a destructuring pattern. */
function isPattern(node: ts.Node): boolean {
  if (!ts.isArrayLiteralExpression(node) && !ts.isObjectLiteralExpression(node)) return false;
  return atExpression(parenthesised(node)) !== undefined;
}

/** The assignment target of a name: from `total` to `this.total`, and out of parentheses and casts. */
function targetOf(token: ts.Node): ts.Node {
  const { parent } = token;
  const isMember =
    (ts.isPropertyAccessExpression(parent) && parent.name === token) ||
    (ts.isElementAccessExpression(parent) && parent.argumentExpression === token);
  return parenthesised(isMember ? parent : token);
}

function parenthesised(node: ts.Node): ts.Node {
  const { parent } = node;
  const isWrapped =
    ts.isParenthesizedExpression(parent) ||
    ts.isNonNullExpression(parent) ||
    ts.isAsExpression(parent) ||
    ts.isSatisfiesExpression(parent) ||
    ts.isTypeAssertionExpression(parent);
  return isWrapped ? parenthesised(parent) : node;
}

const toWrite = (kind: Write['kind'], operator: string, value: ts.Node | undefined): Write => ({
  kind,
  operator,
  valueExpression: value === undefined ? null : oneLine(value.getText()),
});
