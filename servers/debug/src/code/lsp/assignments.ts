import { err, ok } from '../../result.ts';
import type { Assignments, Found, SymbolQuery } from '../code-backend.ts';
import { holdsValue, notAssignable } from '../symbol/holds-value.ts';
import { lineText } from './places.ts';
import type { LspProfile } from './profile.ts';
import { resolveQuery } from './resolve-query.ts';
import type { Session } from './session.ts';
import { usagesOf } from './usages.ts';

export async function findAssignments(
  profile: LspProfile,
  session: Session,
  query: SymbolQuery,
  deadline: AbortSignal,
): Promise<Found<Assignments>> {
  const known = await resolveQuery(profile, session, query, deadline);
  if (!known.ok) return known;
  const { symbol } = known.value;
  if (!holdsValue(symbol)) return err(notAssignable(symbol));
  const usages = await usagesOf(session, known.value, deadline);
  if (!usages.ok) return usages;
  const assignments: Assignments['assignments'][number][] = [];
  for (const usage of usages.value) {
    const write = await profile.writeAt(session, known.value, usage, deadline);
    if (!write.ok) return write;
    if (write.value === undefined) continue;
    const { file, line, column, endLine, endColumn, text } = usage;
    assignments.push({ file, line, column, endLine, endColumn, context: lineText(text, line), ...write.value });
  }
  return ok({ symbol, assignments });
}
