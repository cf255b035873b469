import { err, ok } from '../../result.ts';
import type { Diagnostic, Found } from '../code-backend.ts';
import { clip, LIMITS } from '../limits.ts';
import { fromRange } from './places.ts';
import type { LspProfile } from './profile.ts';
import type { LspDiagnostic } from './protocol.ts';
import type { Session } from './session.ts';

export async function findDiagnostics(
  profile: LspProfile,
  session: Session,
  asked: string | undefined,
  deadline: AbortSignal,
): Promise<Found<readonly Diagnostic[]>> {
  const { name, path } = profile.project(session);
  if (asked !== undefined && asked !== name && asked !== path) {
    const message = `There is no project "${asked}". The workspace has ${name}.`;
    return err({ code: 'PROJECT_NOT_FOUND', message, details: { projects: [name] } });
  }
  const found: Diagnostic[] = [];
  for (const file of profile.diagnosedFiles(session)) {
    const inFile = await profile.diagnosticsOf(session, file, deadline);
    if (!inFile.ok) return inFile;
    for (const each of inFile.value) found.push(toDiagnostic(each, file, name));
    if (found.length > LIMITS.results) {
      const message = `There are more than ${LIMITS.results} diagnostics. Load a folder below.`;
      return err({ code: 'ANALYSIS_FAILED', message });
    }
  }
  return ok(found);
}

function toDiagnostic(from: LspDiagnostic, file: string, project: string): Diagnostic {
  const { code, message, severity, source, category, codeDescription, range } = from;
  return {
    id: String(code ?? source ?? ''),
    message: clip(message, LIMITS.message),
    severity: SEVERITIES[(severity ?? 1) - 1] ?? 'Error',
    category: category ?? source ?? null,
    range: fromRange(file, range),
    project,
    helpLink: codeDescription?.href ?? null,
  };
}

const SEVERITIES = ['Error', 'Warning', 'Info', 'Hidden'] as const;
