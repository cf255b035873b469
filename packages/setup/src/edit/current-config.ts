import { err, isJsonObject, ok, type Problem, type Result } from '@toolmark/annotations';
import { describeTextProblems, parseJsonText } from '@toolmark/config';
import type { Node } from 'jsonc-parser';
import { type FileText, readFileText } from './config-file.ts';
import type { RawEntry } from './edit-config.ts';
import { maskText } from './mask.ts';

/** The reason why a config was not changed, as a sentence for a person. */
export interface EditProblem {
  /**
   * `invalid`: the change is not usable. `conflict`: it does not fit the current file. `missing`: the server does not
   * exist. `unwritable`: the file cannot be written. `late`: it is written, but the outcome is unknown.
   */
  readonly kind: 'invalid' | 'conflict' | 'missing' | 'unwritable' | 'late';
  readonly message: string;
  readonly problems?: readonly Problem[];
}

/** A server in the file. */
export interface NamedEntry {
  readonly name: string;
  readonly entry: RawEntry;
}

/** The parsed current file. */
export interface ReadConfig extends FileText {
  readonly tree: Node;
  /** The text with masked secrets, and their number. */
  readonly masked: string;
  readonly maskedCount: number;
  readonly servers: readonly NamedEntry[];
}

/** Reads the file for a change. Invalid JSON is neither shown nor changed, because its secrets cannot be found. */
export async function readCurrent(file: string, key: string): Promise<Result<ReadConfig, EditProblem>> {
  const read = await readFileText(file, key);
  if (!read.ok) return refuse('conflict', read.error);
  const { text } = read.value;
  const parsed = parseJsonText(text);
  if (!parsed.ok) {
    const why = describeTextProblems(text, parsed.error);
    return refuse(
      'conflict',
      `${file} ${why}. Correct it in an editor: it is not shown here, because its secrets cannot be recognized.`,
    );
  }
  const { tree, value } = parsed.value;
  const masked = maskText(text, tree);
  return ok({ ...read.value, tree, masked: masked.text, maskedCount: masked.count, servers: serversIn(value) });
}

export const refuse = (
  kind: EditProblem['kind'],
  message: string,
  problems?: readonly Problem[],
): Result<never, EditProblem> => err({ kind, message, ...(problems && { problems }) });

export function serversIn(value: unknown): readonly NamedEntry[] {
  const servers = isJsonObject(value) ? value['mcpServers'] : undefined;
  if (!isJsonObject(servers)) return [];
  return Object.entries(servers).flatMap(([name, entry]) => (isJsonObject(entry) ? [{ name, entry }] : []));
}
