import { err, ok } from '../../result.ts';
import type { CodeRange, Found, SymbolQuery, Usages } from '../code-backend.ts';
import { LIMITS } from '../limits.ts';
import { holdsValue } from '../symbol/holds-value.ts';
import { isInside, isOwnFile } from './own-files.ts';
import { byPlace, fromLocations, fromRange, lineText, placeKey, toTarget } from './places.ts';
import type { Known, LspProfile, Usage } from './profile.ts';
import { type LspHighlight, type LspLocation, READ, WRITE } from './protocol.ts';
import { resolveQuery } from './resolve-query.ts';
import type { Session } from './session.ts';

export async function findUsages(
  profile: LspProfile,
  session: Session,
  query: SymbolQuery,
  deadline: AbortSignal,
): Promise<Found<Usages>> {
  const known = await resolveQuery(profile, session, query, deadline);
  if (!known.ok) return known;
  const found = await usagesOf(session, known.value, deadline);
  if (!found.ok) return found;
  const usages = found.value.map((usage) => {
    const { file, line, column, endLine, endColumn, text } = usage;
    const kind = kindOf(usage, known.value);
    return { file, line, column, endLine, endColumn, context: lineText(text, line), kind };
  });
  return ok({ symbol: known.value.symbol, usages });
}

function kindOf({ isDeclaration, isWrite, isRead }: Usage, { symbol }: Known): Usages['usages'][number]['kind'] {
  if (isDeclaration) return 'Declaration';
  if (!holdsValue(symbol)) return 'Reference';
  if (isWrite) return 'Write';
  return isRead ? 'Read' : 'Reference';
}

/** Every usage of the symbol in the workspace. */
export async function usagesOf(
  session: Session,
  { symbol, declarations, origin }: Known,
  deadline: AbortSignal,
): Promise<Found<readonly Usage[]>> {
  const from = declarations.find(({ file }) => isInside(session.wanted.root, file)) ?? origin;
  const opened = await session.documents.open(from.file);
  if (!opened.ok) return opened;
  const params = { ...toTarget(from), context: { includeDeclaration: true } };
  const found = await session.client.request<readonly LspLocation[]>('textDocument/references', params, deadline);
  if (!found.ok) return found;
  const own = fromLocations(found.value).filter(({ file }) => isOwnFile(session.wanted.root, file));
  const ranges = [...new Map(own.map((range) => [placeKey(range), range])).values()].toSorted(byPlace);
  if (ranges.length > LIMITS.results) {
    const message = `"${symbol.name}" is used at ${ranges.length} places, and ${LIMITS.results} is the most that is answered. Load a folder below.`;
    return err({ code: 'ANALYSIS_FAILED', message });
  }
  const declared = new Set(declarations.map(placeKey));
  const usages: Usage[] = [];
  for (const [file, inFile] of Map.groupBy(ranges, (range) => range.file)) {
    const kinds = await highlightsIn(session, inFile, deadline);
    if (!kinds.ok) return kinds;
    for (const range of inFile) {
      const key = placeKey(range);
      const kind = kinds.value.kindByPlace.get(key);
      const isDeclaration = declared.has(key);
      usages.push({
        ...range,
        file,
        text: kinds.value.text,
        isWrite: kind === WRITE,
        isRead: kind === READ,
        isDeclaration,
      });
    }
  }
  return ok(usages);
}

/** Servers distinguish reads from writes only within one file. */
async function highlightsIn(session: Session, [first]: readonly CodeRange[], deadline: AbortSignal) {
  if (first === undefined) return ok({ text: '', kindByPlace: new Map<string, number | undefined>() });
  const opened = await session.documents.open(first.file);
  if (!opened.ok) return opened;
  const method = 'textDocument/documentHighlight';
  const found = await session.client.request<readonly LspHighlight[]>(method, toTarget(first), deadline);
  if (!found.ok) return found;
  const entries = (found.value ?? []).map(({ range, kind }) => [placeKey(fromRange(first.file, range)), kind] as const);
  return ok({ text: opened.value.text, kindByPlace: new Map(entries) });
}
