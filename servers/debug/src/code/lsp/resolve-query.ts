import { err, ok } from '../../result.ts';
import type { Found, SymbolQuery } from '../code-backend.ts';
import { chooseByName } from '../symbol/choose-by-name.ts';
import type { Known, LspProfile } from './profile.ts';
import type { Session } from './session.ts';

/** Finds the queried symbol: at a position, or by a unique name. */
export async function resolveQuery(
  profile: LspProfile,
  session: Session,
  query: SymbolQuery,
  deadline: AbortSignal,
): Promise<Found<Known>> {
  if ('name' in query) {
    const found = await profile.candidates(session, query.name, deadline);
    return found.ok ? chooseByName(found.value, query.name, query.kind) : found;
  }
  const opened = await session.documents.open(query.file);
  if (!opened.ok) return opened;
  const known = await profile.symbolAt(session, query, deadline);
  if (!known.ok) return known;
  if (known.value !== undefined) return ok(known.value);
  const lines = opened.value.text.split('\n').length;
  if (query.line > lines) {
    const message = `${query.file} has ${lines} lines, and line ${query.line} is not one of them.`;
    return err({ code: 'INVALID_PARAMETER', message });
  }
  const message = `There is no symbol at ${query.file}:${query.line}:${query.column}. Point at a name.`;
  return err({ code: 'SYMBOL_NOT_FOUND', message });
}
