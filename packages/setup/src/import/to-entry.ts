import { err, isJsonObject, ok, type Result } from '@toolmark/annotations';
import type { RawEntry } from '../edit/edit-config.ts';
import { loadingWarnings } from './loading-warnings.ts';
import type { SourceFile } from './sources.ts';
import { type Fillings, translateVariables } from './variables.ts';

/** A server of another client as an entry of ours, and what of it is not taken over. */
export interface Translated {
  readonly entry: RawEntry;
  readonly notes: readonly string[];
  /** Why a person should look at it first. */
  readonly warnings: readonly string[];
}

/** An entry of another client's config as one of ours, or in a sentence why that cannot be. */
export function toEntry(
  raw: unknown,
  { client, project, dialect }: Pick<SourceFile, 'client' | 'project' | 'dialect'>,
  machine: Omit<Fillings, 'dialect'>,
): Result<Translated, string> {
  if (!isJsonObject(raw)) return err('It is no object.');
  const problem = unusable(raw);
  if (problem !== undefined) return err(problem);
  const isUrl = [raw['httpUrl'], raw['serverUrl'], raw['url']].some((url) => typeof url === 'string');
  const written = isUrl ? addressOf(raw, client) : commandOf(raw);
  if (written === undefined) return err('It says neither what to start nor where to connect.');
  const entry = translateAll(written, { ...machine, dialect });
  if (!entry.ok) return entry;
  const isOff = raw['disabled'] === true || raw['enabled'] === false;
  return ok({
    entry: {
      ...entry.value,
      ...(isUrl ? headersFromVariables(raw, entry.value) : cwdOf(entry.value, project)),
      ...(isOff && { disabled: true }),
    },
    notes: notesOn(raw),
    warnings: loadingWarnings(entry.value, machine.platform),
  });
}

function addressOf(raw: RawEntry, client: string): RawEntry {
  const type = typeOf(raw, client);
  // Codex has another name for them, and takes no notice of this one.
  const headers = textsByName(raw[client === 'codex' ? 'http_headers' : 'headers']);
  return {
    ...(type !== undefined && { type }),
    url: raw['httpUrl'] ?? raw['serverUrl'] ?? raw['url'],
    ...(Object.keys(headers).length > 0 && { headers }),
  };
}

function commandOf(raw: RawEntry): RawEntry | undefined {
  // Zed once kept the command with its arguments in an object of its own.
  const start = isJsonObject(raw['command']) ? { ...raw['command'], command: raw['command']['path'] } : raw;
  const { command, args, cwd } = start;
  const env = textsByName(start['env']);
  if (typeof command !== 'string') return undefined;
  return {
    command,
    ...(Array.isArray(args) && { args: args.map(String) }),
    ...(Object.keys(env).length > 0 && { env }),
    ...(typeof cwd === 'string' && { cwd }),
  };
}

/** The servers of a project are started in its folder. */
const cwdOf = (entry: RawEntry, project: string | null): RawEntry =>
  entry['cwd'] === undefined && project !== null ? { cwd: project } : {};

function unusable(raw: RawEntry): string | undefined {
  if (raw['source'] === 'extension' || (raw['settings'] !== undefined && raw['command'] === undefined)) {
    return 'It comes with an extension of the editor, which starts it.';
  }
  if (raw['envFile'] !== undefined || raw['env_file'] !== undefined) {
    return 'It has variables in a file of their own (envFile), which is not read here; write them into env.';
  }
  if (raw['headersHelper'] !== undefined)
    return 'Its headers come from a command (headersHelper), which is not run here.';
  return undefined;
}

/** Gemini says by the name of the key how it is talked to. */
function typeOf(raw: RawEntry, client: string): string | undefined {
  if (typeof raw['type'] === 'string') return raw['type'];
  if (client !== 'gemini') return undefined;
  return raw['httpUrl'] === undefined ? 'sse' : 'http';
}

/** Codex names the variables of some headers, and of the token, under keys of their own. */
function headersFromVariables(raw: RawEntry, { headers }: RawEntry): RawEntry {
  const token = raw['bearer_token_env_var'];
  const added = {
    ...mapValues(textsByName(raw['env_http_headers']), (name) => toOurs(String(name))),
    ...(typeof token === 'string' && { Authorization: `Bearer ${toOurs(token)}` }),
  };
  return Object.keys(added).length === 0 ? {} : { headers: { ...(isJsonObject(headers) ? headers : {}), ...added } };
}

const toOurs = (name: string): string => `\${env:${name}}`;

/** Who writes a port as a number means its text; `null` takes a variable away, which cannot be said here. */
function textsByName(value: unknown): Readonly<Record<string, string>> {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, text]) =>
      text === null || typeof text === 'object' ? [] : [[name, String(text)]],
    ),
  );
}

function translateAll(entry: RawEntry, fillings: Fillings): Result<RawEntry, string> {
  const problems: string[] = [];
  const translate = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const translated = translateVariables(value, fillings);
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

const FILTERS = ['includeTools', 'excludeTools', 'enabled_tools', 'disabled_tools', 'enabledTools', 'disabledTools'];

function notesOn(raw: RawEntry): readonly string[] {
  const notes: string[] = [];
  const filters = FILTERS.filter((key) => Array.isArray(raw[key]) && raw[key].length > 0);
  if (filters.length > 0) {
    notes.push(`Which of its tools may be used (${filters.join(', ')}) is not taken over: say it in the policy.`);
  }
  if (isJsonObject(raw['oauth']) || isJsonObject(raw['auth'])) {
    notes.push('The client signs in to it with OAuth, which is not taken over.');
  }
  return notes;
}
