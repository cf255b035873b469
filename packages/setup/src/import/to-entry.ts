import { err, isJsonObject, ok, type Result } from '@toolmark/annotations';
import type { RawEntry } from '../edit/edit-config.ts';
import { toCommonShape } from './common-shape.ts';
import { loadingWarnings } from './loading-warnings.ts';
import type { SourceFile } from './sources.ts';
import { type ExpansionContext, translateVariables } from './variables.ts';

/** A server of another client as a Toolmark entry, and the settings that are not imported. */
export interface Translated {
  readonly entry: RawEntry;
  readonly notes: readonly string[];
  /** Reasons for a person to check the server first. */
  readonly warnings: readonly string[];
}

/** Translates an entry of another client's config, or returns a sentence with the reason why that is not possible. */
export function toEntry(
  written: unknown,
  { client, project, dialect }: Pick<SourceFile, 'client' | 'project' | 'dialect'>,
  machine: Omit<ExpansionContext, 'dialect'>,
): Result<Translated, string> {
  if (!isJsonObject(written)) return err('It is not an object.');
  const raw = toCommonShape(written);
  const problem = importProblem(raw);
  if (problem !== undefined) return err(problem);
  const isUrl = [raw['httpUrl'], raw['serverUrl'], raw['url']].some((url) => typeof url === 'string');
  const chosen = isUrl ? httpEntry(raw, client) : stdioEntry(raw);
  if (chosen === undefined) return err('It has neither a command nor a URL.');
  const entry = translateEntry(chosen, { ...machine, dialect });
  if (!entry.ok) return entry;
  const isOff = raw['disabled'] === true || raw['enabled'] === false;
  return ok({
    entry: {
      ...entry.value,
      ...(isUrl ? headersFromVariables(raw, entry.value) : projectCwd(entry.value, project)),
      ...(isOff && { disabled: true }),
    },
    notes: notesOn(raw),
    warnings: loadingWarnings(entry.value, machine.platform),
  });
}

function httpEntry(raw: RawEntry, client: string): RawEntry {
  const type = detectType(raw, client);
  // Codex uses another key and ignores this one.
  const headers = textsByName(raw[client === 'codex' ? 'http_headers' : 'headers']);
  return {
    ...(type !== undefined && { type }),
    url: raw['httpUrl'] ?? raw['serverUrl'] ?? raw['url'],
    ...(Object.keys(headers).length > 0 && { headers }),
  };
}

function stdioEntry(raw: RawEntry): RawEntry | undefined {
  const { command, args, cwd } = raw;
  const env = textsByName(raw['env']);
  if (typeof command !== 'string') return undefined;
  return {
    command,
    ...(Array.isArray(args) && { args: args.map(String) }),
    ...(Object.keys(env).length > 0 && { env }),
    ...(typeof cwd === 'string' && { cwd }),
  };
}

/** Servers of a project start in its folder. */
const projectCwd = (entry: RawEntry, project: string | null): RawEntry =>
  entry['cwd'] === undefined && project !== null ? { cwd: project } : {};

function importProblem(raw: RawEntry): string | undefined {
  if (raw['source'] === 'extension' || (raw['settings'] !== undefined && raw['command'] === undefined)) {
    return 'It belongs to an extension of the editor, which starts it.';
  }
  if (typeof raw['type'] === 'string' && GOOSE_TYPES.has(raw['type'])) return 'It is a part of Goose.';
  if (typeof raw['uses'] === 'string') return 'It is a block from a hub, which only the client can load.';
  if (raw['envFile'] !== undefined || raw['env_file'] !== undefined) {
    return 'Its variables are in a separate file (envFile), which cannot be imported; write them into env.';
  }
  if (raw['headersHelper'] !== undefined)
    return 'Its headers come from a command (headersHelper), which cannot be imported.';
  return undefined;
}

/** Extensions of Goose that are not MCP servers, or run in its process. */
const GOOSE_TYPES = new Set(['builtin', 'platform', 'frontend', 'inline_python']);

/** Gemini and Qwen distinguish transports by the name of the key. */
function detectType(raw: RawEntry, client: string): string | undefined {
  const { type } = raw;
  // Clients spell it streamableHttp, streamable_http and streamable-http.
  if (typeof type === 'string')
    return /^streamable[-_]?http$/i.test(type) ? 'http' : type === 'remote' ? undefined : type;
  if (client !== 'gemini' && client !== 'qwen') return undefined;
  return raw['httpUrl'] === undefined ? 'sse' : 'http';
}

/** Codex has separate keys for the variables of headers and of the token. */
function headersFromVariables(raw: RawEntry, { headers }: RawEntry): RawEntry {
  const token = raw['bearer_token_env_var'];
  const added = {
    ...mapValues(textsByName(raw['env_http_headers']), (name) => toReference(String(name))),
    ...(typeof token === 'string' && { Authorization: `Bearer ${toReference(token)}` }),
  };
  return Object.keys(added).length === 0 ? {} : { headers: { ...(isJsonObject(headers) ? headers : {}), ...added } };
}

const toReference = (name: string): string => `\${env:${name}}`;

/** Converts numbers to text. `null` unsets a variable, which Toolmark does not support. */
function textsByName(value: unknown): Readonly<Record<string, string>> {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, text]) =>
      text === null || typeof text === 'object' ? [] : [[name, String(text)]],
    ),
  );
}

function translateEntry(entry: RawEntry, context: ExpansionContext): Result<RawEntry, string> {
  const problems: string[] = [];
  const translate = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const translated = translateVariables(value, context);
      if (!translated.ok) problems.push(translated.error);
      return translated.ok ? translated.value : value;
    }
    if (Array.isArray(value)) return value.map(translate);
    return isJsonObject(value) ? mapValues(value, translate) : value;
  };
  const value = mapValues(entry, translate);
  return problems.length === 0 ? ok(value) : err(`${problems.join('; ')}.`);
}

const mapValues = (object: RawEntry, change: (value: unknown) => unknown): RawEntry =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

const FILTERS = [
  'includeTools',
  'excludeTools',
  'enabled_tools',
  'disabled_tools',
  'enabledTools',
  'disabledTools',
  'available_tools',
];

function notesOn(raw: RawEntry): readonly string[] {
  const notes: string[] = [];
  const filters = FILTERS.filter((key) => Array.isArray(raw[key]) && raw[key].length > 0);
  if (filters.length > 0) {
    notes.push(`Its tool filters (${filters.join(', ')}) are not imported; set them in the policy.`);
  }
  if (Array.isArray(raw['env_keys']) && raw['env_keys'].length > 0) {
    notes.push(`Its secrets (${raw['env_keys'].join(', ')}) are kept by the client and not imported; set them in env.`);
  }
  if (isJsonObject(raw['oauth']) || isJsonObject(raw['auth'])) {
    notes.push("The client's OAuth sign-in is not imported.");
  }
  return notes;
}
