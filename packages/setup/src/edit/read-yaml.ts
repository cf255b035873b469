import { err, ok, type Result } from '@toolmark/annotations';
import { type Document, parseDocument } from 'yaml';

/** Parses YAML, or returns the position of the syntax error. Never quotes the text, which may contain secrets. */
export function parseYaml(text: string): Result<Document, string> {
  const document = parseDocument(text, { logLevel: 'silent' });
  const [error] = document.errors;
  if (error === undefined) return ok(document);
  const at = error.linePos?.[0];
  return err(`is not valid YAML${at === undefined ? '' : ` at line ${at.line}, column ${at.col}`}`);
}

/** The values of a text. A file that is empty or only a comment has no settings. */
export function readYaml(text: string): Result<unknown, string> {
  const document = parseYaml(text);
  if (!document.ok) return document;
  try {
    const value: unknown = document.value.toJS();
    return ok(value ?? {});
  } catch {
    return err('has references that cannot be resolved');
  }
}
