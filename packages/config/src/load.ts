import { dirname, resolve } from 'node:path';
import { ok, type Result } from '@toolmark/annotations';
import { type ConfigFailure, failure, invalid, readTextFile, type TargetContext } from '@toolmark/reach';
import { describeTextProblems, parseJsonText } from './json-text.ts';
import { type ConfigOverrides, type ParsedConfig, parseConfig } from './parse.ts';

/**
 * Reads `toolmark.json`. Comments and trailing commas are accepted, because people copy entries from clients that
 * accept them.
 */
export async function loadConfig(
  file: string,
  context: Omit<TargetContext, 'folder'>,
  overrides: ConfigOverrides = {},
): Promise<Result<ParsedConfig, ConfigFailure>> {
  const text = await readTextFile(file);
  if (!text.ok) return text;
  const json = parseJsonText(text.value);
  if (!json.ok) return invalid(file, describeTextProblems(text.value, json.error));
  const parsed = parseConfig(json.value.value, { ...context, folder: dirname(resolve(file)) }, overrides);
  return parsed.ok ? ok(parsed.value) : failure('invalid', file, parsed.error);
}
