import { isJsonObject, ok, type Result } from '@toolmark/annotations';
import type {
  ConfigChangeAnswer,
  ConfigChangeRequest,
  ConfigFileView,
  Curation,
  CurationRequest,
  NewServerRequest,
  ServerEntryRequest,
  ServerEntryView,
} from '@toolmark/api-contract';
import { configFileJsonSchema, toValue } from '@toolmark/config';
import { type AddedEntries, addEntries } from './add-entries.ts';
import { type ChangeConfig, type ChangerOptions, createChanger } from './change-config.ts';
import { changedMessage, readFileText, writeProblem } from './config-file.ts';
import { type CurationTarget, changeCuration, curationsIn, removeCuration } from './curation-entry.ts';
import { type EditProblem, type NamedEntry, type ReadConfig, readCurrent, refuse } from './current-config.ts';
import { replaceText } from './edit-config.ts';
import { addServer, changeServer, removeServerEntry, viewEntry } from './server-entry.ts';

/** Edits `toolmark.json` for the page and the CLI: one change after the other, each as a whole or not at all. */
export interface ConfigEditor {
  readonly view: () => Promise<ConfigFileView>;
  readonly replace: (request: ConfigChangeRequest) => Promise<Result<ConfigChangeAnswer, EditProblem>>;
  /** The servers in the file, with their secrets. */
  readonly servers: () => Promise<Result<readonly NamedEntry[], EditProblem>>;
  readonly entry: (name: string) => Promise<Result<ServerEntryView, EditProblem>>;
  readonly add: (request: NewServerRequest) => Promise<Result<ConfigChangeAnswer, EditProblem>>;
  /** Adds each server separately: an unusable one does not block the others. */
  readonly addAll: (entries: readonly NamedEntry[], isDryRun?: boolean) => Promise<Result<AddedEntries, EditProblem>>;
  readonly change: (name: string, request: ServerEntryRequest) => Promise<Result<ConfigChangeAnswer, EditProblem>>;
  readonly remove: (name: string) => Promise<Result<ConfigChangeAnswer, EditProblem>>;
  /** Any other change of the text. */
  readonly edit: ChangeConfig;
  /** The curations in the file. */
  readonly curations: () => Promise<Result<readonly Curation[], EditProblem>>;
  readonly curate: (
    target: CurationTarget,
    request: CurationRequest,
  ) => Promise<Result<ConfigChangeAnswer, EditProblem>>;
  readonly removeCuration: (target: CurationTarget) => Promise<Result<ConfigChangeAnswer, EditProblem>>;
}

/**
 * @example
 * const editor = createConfigEditor({ file, key, parse, watched });
 * await editor.add({ name: 'notes', entry: { command: 'notes-server' } });
 */
export function createConfigEditor(options: ChangerOptions): ConfigEditor {
  const { file, key, parse, watched } = options;
  const change = createChanger(options);
  const read = async <Value>(view: (current: ReadConfig) => Result<Value, EditProblem>) => {
    const current = await readCurrent(file, key);
    return current.ok ? view(current.value) : current;
  };
  return {
    view: async () => viewFile(file, key, (await (await watched()).check()).problem),
    replace: ({ text, hash, dry_run }) =>
      change(
        (current) =>
          current.hash === hash
            ? ok({ text: replaceText(current.text, text), secrets: current })
            : refuse('conflict', changedMessage(file)),
        dry_run,
      ),
    servers: () => read(({ servers }) => ok(servers)),
    entry: (name) => read((current) => viewEntry(current, name, key)),
    add: (request) => change((current) => addServer(current, request)),
    addAll: (entries, isDryRun = false) => addEntries(entries, parse, change, isDryRun),
    change: (name, request) => change((current) => changeServer(current, name, request, key)),
    remove: (name) => change((current) => removeServerEntry(current, name)),
    edit: change,
    curations: () => read(({ tree }) => ok(curationsIn(toValue(tree)))),
    curate: (target, request) => change((current) => changeCuration(current, target, request)),
    removeCuration: (target) => change((current) => removeCuration(current, target)),
  };
}

async function viewFile(file: string, key: string, problem: string | undefined): Promise<ConfigFileView> {
  const current = await readCurrent(file, key);
  const schema: unknown = configFileJsonSchema();
  const always = { file, schema: isJsonObject(schema) ? schema : {} };
  if (!current.ok) {
    const read = await readFileText(file, key);
    const hash = read.ok ? read.value.hash : '';
    return { ...always, text: '', hash, masked: 0, problem: current.error.message, is_writable: false };
  }
  const { masked, maskedCount, hash } = current.value;
  const isWritable = (await writeProblem(file)) === undefined;
  return { ...always, text: masked, hash, masked: maskedCount, problem: problem ?? null, is_writable: isWritable };
}
