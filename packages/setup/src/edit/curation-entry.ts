import { isJsonObject, ok, type Result } from '@toolmark/annotations';
import type { Curation, CurationRequest } from '@toolmark/api-contract';
import { curationSchema, parseJsonText, toValue } from '@toolmark/config';
import type { Edit, Node } from 'jsonc-parser';
import type { Change } from './change-config.ts';
import { type EditProblem, type ReadConfig, refuse } from './current-config.ts';
import { addChild, findMember, removeChild, removeMember, setMember } from './edit-object.ts';
import { edit } from './edit-path.ts';
import { detectStyle } from './json-style.ts';
import { maskText } from './mask.ts';

/** The tools that a curation changes: names or patterns. */
export interface CurationTarget {
  readonly server: string;
  readonly tool: string;
}

const LIST = 'tools';
const CURATION_KEYS = ['enabled', 'name', 'title', 'description'] as const;

/** The curations in the file, in its order. */
export function curationsIn(value: unknown): readonly Curation[] {
  const list = isJsonObject(value) ? value[LIST] : undefined;
  if (!Array.isArray(list)) return [];
  return list.flatMap((each) => {
    const { success, data } = curationSchema.safeParse(each);
    if (!success) return [];
    const { server, tool, enabled = null, name = null, title = null, description = null } = data;
    return [{ server, tool, enabled, name, title, description }];
  });
}

/** Changes an entry of `tools`. Keys missing in the request stay; an entry without changes is removed. */
export function changeCuration(
  current: ReadConfig,
  target: CurationTarget,
  request: CurationRequest,
): Result<Change, EditProblem> {
  return toChange(setCuration(current.text, target, request));
}

/** Removes the entry of exactly this target. */
export function removeCuration(current: ReadConfig, target: CurationTarget): Result<Change, EditProblem> {
  const text = setCuration(current.text, target, { enabled: null, name: null, title: null, description: null });
  if (text !== current.text) return toChange(text);
  return refuse('missing', `The config has no changes of ${target.server}/${target.tool}.`);
}

/**
 * Changes a curation in the text of a config. Order, layout and comments of everything else stay.
 *
 * @example
 * setCuration('{"tools":[]}', { server: 'notes', tool: 'purge' }, { enabled: false })
 * // '{"tools":[{"server":"notes","tool":"purge","enabled":false}]}'
 */
export function setCuration(text: string, { server, tool }: CurationTarget, request: CurationRequest): string {
  const entries = (root: Node): readonly Node[] =>
    (listIn(root)?.children ?? []).filter((node) => {
      const value = toValue(node);
      return isJsonObject(value) && value['server'] === server && value['tool'] === tool;
    });
  const given = CURATION_KEYS.flatMap((key) => (request[key] === undefined ? [] : [[key, request[key]] as const]));
  const wanted = Object.fromEntries(given.filter(([, value]) => value !== null));
  let edited = text;
  // The file may have several entries for the same tool; the change merges them.
  for (let index = countEntries(edited, entries) - 1; index >= 0; index--) {
    for (const [key, value] of given) {
      edited = edit(edited, (root) => {
        const entry = entries(root)[index];
        if (entry === undefined) return [];
        return value === null || index > 0
          ? removeMember(edited, entry, key)
          : setMember(edited, entry, key, value, detectStyle(edited));
      });
    }
    edited = edit(edited, (root) => {
      const list = listIn(root);
      const entry = entries(root)[index];
      return list === undefined || entry === undefined || hasChanges(entry) ? [] : removeChild(edited, list, entry);
    });
  }
  if (countEntries(edited, entries) === 0 && Object.keys(wanted).length > 0) {
    edited = edit(edited, (root) => addEntry(edited, root, { server, tool, ...wanted }));
  }
  return edited === text ? text : edit(edited, (root) => removeEmptyList(edited, root));
}

function addEntry(text: string, root: Node, entry: object): readonly Edit[] {
  if (root.type !== 'object') return [];
  const list = listIn(root);
  if (list !== undefined) return addChild(text, list, entry, detectStyle(text));
  return setMember(text, root, LIST, [entry], detectStyle(text));
}

/** Removes the list if it is empty and has no comment. */
function removeEmptyList(text: string, root: Node): readonly Edit[] {
  const list = listIn(root);
  if (list === undefined) return [];
  const isEmpty = text.slice(list.offset + 1, list.offset + list.length - 1).trim() === '';
  return isEmpty ? removeMember(text, root, LIST) : [];
}

/** Unknown keys count too, because a later version may know them. */
function hasChanges(entry: Node): boolean {
  const value = toValue(entry);
  return isJsonObject(value) && Object.keys(value).some((key) => key !== 'server' && key !== 'tool');
}

function listIn(root: Node): Node | undefined {
  const list = root.type === 'object' ? findMember(root, LIST)?.children?.[1] : undefined;
  return list?.type === 'array' ? list : undefined;
}

function countEntries(text: string, entries: (root: Node) => readonly Node[]): number {
  const parsed = parseJsonText(text);
  return parsed.ok ? entries(parsed.value.tree).length : 0;
}

/** The change moves list items, so secrets are masked after the change. */
function toChange(text: string): Result<Change, EditProblem> {
  const parsed = parseJsonText(text);
  if (!parsed.ok) return refuse('conflict', 'The config cannot be changed in place. Change it in an editor.');
  const { tree } = parsed.value;
  return ok({ text: maskText(text, tree).text, secrets: { text, tree } });
}
