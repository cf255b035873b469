import ts from 'typescript';
import { err, ok } from '../../result.ts';
import type { Found } from '../code-backend.ts';
import { LIMITS } from '../limits.ts';
import { tokenAt } from './places.ts';
import { keyOf, type Resolved } from './resolve-query.ts';
import type { Sources } from './sources.ts';
import { declarationOf, symbolOf } from './symbols.ts';

export interface Reference {
  readonly file: ts.SourceFile;
  readonly token: ts.Node;
}

/**
 * Every usage of the symbol in the workspace's own sources. Asks each project that can see the declaration, because
 * none knows the others.
 */
export function findReferences(sources: Sources, { symbol, spot }: Resolved): Found<readonly Reference[]> {
  const found = new Map<string, Reference>();
  const declaration = declarationOf(symbol);
  const name = declaration === undefined ? undefined : (ts.getNameOfDeclaration(declaration) ?? declaration);
  const from = name ?? spot.token;
  const own = keyOf(symbol);
  const isShorthand = declaration !== undefined && ts.isBindingElement(declaration) && !declaration.propertyName;
  const source = from.getSourceFile();
  for (const project of sources.projects()) {
    sources.throwIfCancelled();
    const program = project.program();
    if (program.getSourceFile(source.fileName) === undefined) continue;
    const groups = project.service.findReferences(source.fileName, from.getStart(source)) ?? [];
    for (const { fileName, textSpan } of groups.flatMap(({ references }) => references)) {
      const file = program.getSourceFile(fileName);
      const key = `${fileName}:${textSpan.start}`;
      if (file === undefined || found.has(key) || !project.isOwnSource(file)) continue;
      const token = tokenAt(file, textSpan.start);
      // For a variable from `{ total }`, the search also returns usages of the property, which are filtered out here.
      if (isShorthand && keyOf(symbolOf({ project, file, token })) !== own) continue;
      found.set(key, { file, token });
    }
  }
  if (found.size > LIMITS.results) {
    const message = `"${symbol.name}" is used at ${found.size} places, and ${LIMITS.results} is the most that is answered. Load one project alone.`;
    return err({ code: 'ANALYSIS_FAILED', message });
  }
  return ok([...found.values()].toSorted(byPlace));
}

const byPlace = (one: Reference, other: Reference): number => {
  if (one.file.fileName !== other.file.fileName) return one.file.fileName < other.file.fileName ? -1 : 1;
  return one.token.pos - other.token.pos;
};
