import { err, ok } from '../../result.ts';
import type { CodePosition, Definition, Found } from '../code-backend.ts';
import { packageOf } from './package-of.ts';
import { rangeOf, type Spot, spotAt } from './places.ts';
import type { Sources } from './sources.ts';
import { describe, symbolOf } from './symbols.ts';

export function findDefinition(sources: Sources, at: CodePosition): Found<Definition> {
  const spot = spotAt(sources, at);
  if (!spot.ok) return spot;
  const symbol = symbolOf(spot.value);
  const definitions = definitionsOf(spot.value);
  if (symbol === undefined || definitions.length === 0) {
    const message = `"${spot.value.token.getText()}" at ${at.file}:${at.line}:${at.column} is defined nowhere that TypeScript knows.`;
    return err({ code: 'SYMBOL_NOT_FOUND', message });
  }
  return ok({ symbol: describe(symbol, sources.root), definitions });
}

function definitionsOf({ project, file, token }: Spot): Definition['definitions'] {
  const program = project.program();
  const found = project.service.getDefinitionAtPosition(file.fileName, token.getStart(file)) ?? [];
  return found.flatMap(({ fileName, textSpan }) => {
    const source = program.getSourceFile(fileName);
    if (source === undefined) return [];
    const isSource = project.isOwnSource(source);
    const from = isSource ? undefined : packageOf(fileName);
    const range = rangeOf(source, textSpan.start, textSpan.start + textSpan.length);
    return [{ ...range, isSource, packageName: from?.name ?? null, packageVersion: from?.version ?? null }];
  });
}
