import { err, ok } from '../../result.ts';
import type { CodeSymbol, Found } from '../code-backend.ts';
import { LIMITS } from '../limits.ts';

/** Prefers an exact name to a suffix; never guesses between several. */
export function chooseByName<Each extends { readonly symbol: CodeSymbol }>(
  all: readonly Each[],
  name: string,
  kind: string | undefined,
): Found<Each> {
  const ofKind = all.filter(({ symbol }) => kind === undefined || symbol.kind === kind);
  const exact = ofKind.filter(({ symbol }) => symbol.fullyQualifiedName === name);
  const meant = exact.length > 0 ? exact : ofKind;
  const [only] = meant;
  if (only !== undefined && meant.length === 1) return ok(only);
  const listed = (meant.length > 0 ? meant : all).map(({ symbol }) => toLine(symbol));
  const details = { candidates: listed.slice(0, LIMITS.candidates), count: listed.length };
  if (meant.length === 0) {
    const message =
      all.length > 0
        ? `No ${kind} is called "${name}", but ${details.candidates.join(', ')}.`
        : `Nothing in the workspace is called "${name}". Give its full name with dots, or a place.`;
    return err({ code: 'SYMBOL_NOT_FOUND', message, details });
  }
  const message = `${listed.length} symbols are called "${name}": ${details.candidates.join(', ')}. Give the full name, symbolKind, or the place of one.`;
  return err({ code: 'INVALID_PARAMETER', message, details });
}

const toLine = ({ fullyQualifiedName, kind, declaration }: CodeSymbol): string =>
  `${fullyQualifiedName} (${kind}, ${declaration?.file}:${declaration?.line}:${declaration?.column})`;
