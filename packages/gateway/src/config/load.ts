import { dirname, resolve } from 'node:path';
import { ok, type Result } from '@toolmark/annotations';
import { type ConfigFailure, failure, readJsonFile, type Surroundings } from '@toolmark/reach';
import { type ConfigOverrides, type ParsedConfig, parseConfig } from './parse.ts';

/** Reads `toolmark.json`. */
export async function loadConfig(
  file: string,
  surroundings: Omit<Surroundings, 'folder'>,
  overrides: ConfigOverrides = {},
): Promise<Result<ParsedConfig, ConfigFailure>> {
  const json = await readJsonFile(file);
  if (!json.ok) return json;
  const parsed = parseConfig(json.value, { ...surroundings, folder: dirname(resolve(file)) }, overrides);
  return parsed.ok ? ok(parsed.value) : failure('invalid', file, parsed.error);
}
