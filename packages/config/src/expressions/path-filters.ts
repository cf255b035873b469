import { parseJson, toNumber } from '@toolmark/base';
import { type JSONPathQuery, jsonpath } from 'json-p3';

const { expressions, selectors } = jsonpath;

type Expression = jsonpath.expressions.FilterExpression;

/** Whether a path has a filter, such as `$.items[?@.id > 1]`. */
export function hasFilter({ segments }: JSONPathQuery): boolean {
  return segments.some((segment) => segment.selectors.some((selector) => selector instanceof selectors.FilterSelector));
}

/** Returns the part of a filter whose result would be uncertain, as the end of a sentence about the path. */
export function filterProblem(query: JSONPathQuery): string | undefined {
  for (const expression of filterParts(query)) {
    if (expression instanceof expressions.FunctionExtension && PATTERNS.has(expression.name))
      return `uses ${expression.name}(), which is not supported; use matches for the values at the path`;
    // Such a number is kept as text, but the filter would compare the nearest double.
    if (expression instanceof expressions.NumberLiteral && isRounded(expression.token.value))
      return `compares with ${expression.token.value}, which is not supported: that number does not fit into a double; use equals`;
  }
  return undefined;
}

/** The time of these functions is unbounded, and an invalid pattern would never match. */
const PATTERNS: ReadonlySet<string> = new Set(['match', 'search']);

function isRounded(source: string): boolean {
  const value = parseJson(`[${source}]`);
  return Array.isArray(value) && toNumber(value[0]) !== value[0];
}

function filterParts({ segments }: JSONPathQuery): readonly Expression[] {
  return segments.flatMap((segment) =>
    segment.selectors.flatMap((selector) =>
      selector instanceof selectors.FilterSelector ? withSubexpressions(selector.expression) : [],
    ),
  );
}

function withSubexpressions(expression: Expression): readonly Expression[] {
  return [expression, ...subexpressionsOf(expression)];
}

function subexpressionsOf(expression: Expression): readonly Expression[] {
  if (expression instanceof expressions.LogicalExpression) return withSubexpressions(expression.expression);
  if (expression instanceof expressions.PrefixExpression) return withSubexpressions(expression.right);
  if (expression instanceof expressions.InfixExpression)
    return [...withSubexpressions(expression.left), ...withSubexpressions(expression.right)];
  if (expression instanceof expressions.FunctionExtension) return expression.args.flatMap(withSubexpressions);
  return expression instanceof expressions.FilterQuery ? filterParts(expression.path) : [];
}
