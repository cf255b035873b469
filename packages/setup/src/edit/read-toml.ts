import { err, ok, type Result } from '@toolmark/annotations';
import { parse, TomlError } from 'smol-toml';
import type { RawEntry } from './edit-config.ts';

/** Parses a config, or returns the position of the syntax error. Never quotes the text, which may contain secrets. */
export function readToml(text: string): Result<RawEntry, string> {
  try {
    return ok(parse(text, { integersAsBigInt: 'asNeeded' }));
  } catch (error) {
    const where = error instanceof TomlError ? ` at line ${error.line}, column ${error.column}` : '';
    return err(`is not valid TOML${where}`);
  }
}
