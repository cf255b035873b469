import { MASK } from '@toolmark/api-contract';
import { parseJsonText } from '@toolmark/config';
import { maskText } from '../edit/mask.ts';
import { argumentParts, maskParts } from '../edit/secret-parts.ts';

/** A text line by line, once as it is, and once as it may be shown. */
export interface ShownText {
  readonly lines: readonly string[];
  readonly shown: readonly string[];
}

/** Beyond this, looking for secrets in all of it takes long; then of every text only the keys are shown. */
const MOST_SEARCHED = 512 * 1024;

/**
 * Masks what may be a secret in the config of a client, line by line. Whatever is not understood is masked.
 *
 * @param secrets what is to be masked wherever it stands
 */
export function showText(text: string, format: 'json' | 'toml', secrets: readonly string[]): ShownText {
  const lines = text.split(/\r?\n/);
  const masked = format === 'toml' ? lines.map(maskTomlLine) : showJson(text, lines);
  const hide = (line: string): string =>
    secrets.reduce((shown, secret) => (secret === '' ? shown : shown.replaceAll(secret, MASK)), line);
  return { lines, shown: masked.map(hide) };
}

function showJson(text: string, lines: readonly string[]): readonly string[] {
  const parsed = text.length > MOST_SEARCHED ? undefined : parseJsonText(text);
  return parsed?.ok ? maskText(text, parsed.value.tree).text.split(/\r?\n/) : lines.map(maskJsonLine);
}

const PAIR = /^(\s*"(\w+)"\s*:\s*)"((?:[^"\\]|\\.)*)"(,?\s*)$/;

/** One line of JSON, without knowing what it stands in. */
function maskJsonLine(line: string): string {
  const [, start = '', key = '', value = '', end = ''] = PAIR.exec(line) ?? [];
  if (OPEN_KEYS.has(key)) return `${start}"${maskParts(value, argumentParts(value, undefined))}"${end}`;
  return line.replaceAll(/("(?:[^"\\]|\\.)*"\s*:)|"(?:[^"\\]|\\.)+"/g, (_all, name) => name ?? `"${MASK}"`);
}

/** Keys of servers whose values are shown, but for what in them looks like a secret. */
const OPEN_KEYS = new Set([
  'type',
  'url',
  'serverUrl',
  'httpUrl',
  'command',
  'args',
  'cwd',
  'bearer_token_env_var',
  'enabled_tools',
  'disabled_tools',
]);

const QUOTED = /"(?:[^"\\]|\\.)*"|'[^']*'/g;

const LINE = /^(\s*("[^"]*"|'[^']*'|[\w.-]+)\s*=\s*)(.*)$/;

/** One line of TOML: of a key that is not known as harmless only the key is shown. */
function maskTomlLine(line: string): string {
  if (/^\s*(?:\[[^=]*\]|[\]}],?)?\s*$/.test(line)) return line;
  const [, start = '', name = '', rest = ''] = LINE.exec(line) ?? [];
  // A comment, or what goes on from the line before.
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
