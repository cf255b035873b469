import { err, ok } from '../../result.ts';
import type { CodePosition, Definition, Found } from '../code-backend.ts';
import { isInside } from './own-files.ts';
import { fromLocations, toTarget } from './places.ts';
import type { LspProfile } from './profile.ts';
import type { LspLocation } from './protocol.ts';
import { resolveQuery } from './resolve-query.ts';
import type { Session } from './session.ts';

export async function findDefinition(
  profile: LspProfile,
  session: Session,
  at: CodePosition,
  deadline: AbortSignal,
): Promise<Found<Definition>> {
  const known = await resolveQuery(profile, session, at, deadline);
  if (!known.ok) return known;
  const found = await session.client.request<readonly LspLocation[]>('textDocument/definition', toTarget(at), deadline);
  if (!found.ok) return found;
  const ranges = fromLocations(found.value);
  if (ranges.length === 0) {
    const message = `"${known.value.symbol.name}" at ${at.file}:${at.line}:${at.column} is defined nowhere that is known.`;
    return err({ code: 'SYMBOL_NOT_FOUND', message });
  }
  const definitions = ranges.map(async (range) => {
    const isSource = isInside(session.wanted.root, range.file);
    const from = isSource ? undefined : await profile.packageOf(range.file);
    return { ...range, isSource, packageName: from?.name ?? null, packageVersion: from?.version ?? null };
  });
  return ok({ symbol: known.value.symbol, definitions: await Promise.all(definitions) });
}
