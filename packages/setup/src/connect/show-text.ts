import { MASK } from '@toolmark/api-contract';
import { parseJsonText } from '@toolmark/config';
import { maskText } from '../edit/mask.ts';
import { argumentParts, maskParts } from '../edit/secret-parts.ts';
import type { FileFormat } from '../import/sources.ts';
import { maskYamlLines } from './mask-yaml.ts';
import { OPEN_KEYS } from './open-keys.ts';

/** A text in lines, unmasked and masked. */
export interface ShownText {
  readonly lines: readonly string[];
  readonly shown: readonly string[];
}

/** Searching larger texts for secrets is slow, so only their keys are shown. */
const MAX_SEARCHED_LENGTH = 512 * 1024;

/**
 * Masks possible secrets in a client's config, line by line. Lines that cannot be parsed are masked completely.
 *
 * @param secrets values to mask everywhere
 */
export function showText(text: string, format: FileFormat, secrets: readonly string[]): ShownText {
  const lines = text.split(/\r?\n/);
  const masked = MASKERS[format](text, lines);
  const hide = (line: string): string =>
    secrets.reduce((shown, secret) => (secret === '' ? shown : shown.replaceAll(secret, MASK)), line);
  return { lines, shown: masked.map(hide) };
}

const MASKERS: Readonly<Record<FileFormat, (text: string, lines: readonly string[]) => readonly string[]>> = {
  json: showJson,
  toml: (_text, lines) => lines.map(maskTomlLine),
  yaml: (_text, lines) => maskYamlLines(lines),
};

function showJson(text: string, lines: readonly string[]): readonly string[] {
  const parsed = text.length > MAX_SEARCHED_LENGTH ? undefined : parseJsonText(text);
  return parsed?.ok ? maskText(text, parsed.value.tree).text.split(/\r?\n/) : lines.map(maskJsonLine);
}

const PAIR = /^(\s*"(\w+)"\s*:\s*)"((?:[^"\\]|\\.)*)"(,?\s*)$/;

/** Masks one line of JSON without its context. */
function maskJsonLine(line: string): string {
  const [, start = '', key = '', value = '', end = ''] = PAIR.exec(line) ?? [];
  if (OPEN_KEYS.has(key)) return `${start}"${maskParts(value, argumentParts(value, undefined))}"${end}`;
  return line.replaceAll(/("(?:[^"\\]|\\.)*"\s*:)|"(?:[^"\\]|\\.)+"/g, (_all, name) => name ?? `"${MASK}"`);
}

const QUOTED = /"(?:[^"\\]|\\.)*"|'[^']*'/g;

const LINE = /^(\s*("[^"]*"|'[^']*'|[\w.-]+)\s*=\s*)(.*)$/;

/** Masks one line of TOML: only the key is shown, unless it is known to be harmless. */
function maskTomlLine(line: string): string {
  if (/^\s*(?:\[[^=]*\]|[\]}],?)?\s*$/.test(line)) return line;
  const [, start = '', name = '', rest = ''] = LINE.exec(line) ?? [];
  // A comment, or the continuation of a value.
  if (start === '') return MASK;
  const key = name.replaceAll(/^["']|["']$/g, '');
  if (!OPEN_KEYS.has(key)) return /^(?:true|false|[\d.+-]+)\s*$/.test(rest) ? line : `${start}"${MASK}"`;
  let previous: string | undefined;
  return `${start}${rest.replaceAll(QUOTED, (quoted) => {
    const inside = quoted.slice(1, -1);
    const shown = maskParts(inside, argumentParts(inside, previous));
    previous = inside;
    return `${quoted[0]}${shown}${quoted[0]}`;
  })}`;
}
