import ts from 'typescript';
import { err, ok } from '../../result.ts';
import type { Diagnostic, Found } from '../code-backend.ts';
import { clip, LIMITS } from '../limits.ts';
import { rangeOf } from './places.ts';
import type { Project } from './project.ts';
import type { Sources } from './sources.ts';

export function findDiagnostics(sources: Sources, name: string | undefined): Found<readonly Diagnostic[]> {
  const all = sources.projects();
  const asked = all.filter(({ facts }) => name === undefined || facts().name === name || facts().path === name);
  if (asked.length === 0) {
    const names = all.map(({ facts }) => facts().name);
    const message = `There is no project "${name}". The workspace has ${names.join(', ')}.`;
    return err({ code: 'PROJECT_NOT_FOUND', message, details: { projects: names.slice(0, LIMITS.candidates) } });
  }
  const found: Diagnostic[] = [];
  for (const project of asked) {
    for (const diagnostic of diagnosticsOf(project, sources.throwIfCancelled)) found.push(diagnostic);
    if (found.length > LIMITS.results) {
      const message = `There are more than ${LIMITS.results} diagnostics. Name one project.`;
      return err({ code: 'ANALYSIS_FAILED', message });
    }
  }
  return ok(found);
}

/** Searching for references makes the checker record errors without a location; only these codes are real ones. */
const MISSING_GLOBALS: readonly number[] = [2317, 2318, 2468];

function* diagnosticsOf(project: Project, throwIfCancelled: () => void): Generator<Diagnostic> {
  const { parsed, name } = project.config();
  const { service } = project;
  const program = project.program();
  const everywhere = program.getGlobalDiagnostics().filter(({ code }) => MISSING_GLOBALS.includes(code));
  for (const each of [...parsed.errors, ...program.getOptionsDiagnostics(), ...everywhere])
    yield toDiagnostic(each, 'Configuration', name);
  for (const file of parsed.fileNames) {
    throwIfCancelled();
    for (const each of service.getSyntacticDiagnostics(file)) yield toDiagnostic(each, 'Syntax', name);
    for (const each of service.getSemanticDiagnostics(file)) yield toDiagnostic(each, 'Semantics', name);
    for (const each of service.getSuggestionDiagnostics(file)) yield toDiagnostic(each, 'Suggestion', name);
  }
}

function toDiagnostic(from: ts.Diagnostic, category: string, project: string): Diagnostic {
  const { file, start = 0, length = 0, code, messageText } = from;
  return {
    id: `TS${code}`,
    message: clip(ts.flattenDiagnosticMessageText(messageText, '\n'), LIMITS.message),
    severity: severityOf(from),
    category,
    range: file === undefined || from.start === undefined ? null : rangeOf(file, start, start + length),
    project,
    helpLink: null,
  };
}

/** Diagnostics that editors only grey out are hidden. */
function severityOf({ category, reportsUnnecessary, reportsDeprecated }: ts.Diagnostic): Diagnostic['severity'] {
  if (category === ts.DiagnosticCategory.Error) return 'Error';
  if (category === ts.DiagnosticCategory.Warning) return 'Warning';
  return reportsUnnecessary !== undefined || reportsDeprecated !== undefined ? 'Hidden' : 'Info';
}
