import { MASK } from '@toolmark/api-contract';
import { KNOWN_KEYS } from '@toolmark/config';
import type { Node } from 'jsonc-parser';
import { commentsIn, type MaskedText, maskComment } from './mask-comment.ts';
import { argumentParts, hiddenFrom, isSecretName, type TextRange } from './secret-parts.ts';

/** The position of a secret in the text of a config. */
export interface SecretPlace {
  readonly path: Path;
  readonly offset: number;
  readonly length: number;
  /** A whole string with its quotes; otherwise a part of one. */
  readonly isWhole: boolean;
  /** The name before the secret: `key=`, or the argument `--token`. It distinguishes secrets of one list. */
  readonly label: string;
}

export type Path = readonly (string | number)[];

/**
 * Masks the secrets of a parsed text. Everything else stays at its position, line by line.
 *
 * @example
 * maskText('{"mcpServers":{"a":{"env":{"KEY":"abc"}}}}', tree).text // '{"mcpServers":{"a":{"env":{"KEY":"••••••••"}}}}'
 */
export function maskText(text: string, tree: Node): MaskedText {
  const places = findSecrets(text, tree).map(({ offset, length, isWhole }) => ({
    offset,
    length,
    content: isWhole ? JSON.stringify(MASK) : MASK,
    count: 1,
  }));
  const comments = commentsIn(text).flatMap(({ offset, length }) => {
    const masked = maskComment(text.slice(offset, offset + length));
    return masked.count === 0 ? [] : [{ offset, length, content: masked.text, count: masked.count }];
  });
  const all = [...places, ...comments].toSorted((a, b) => b.offset - a.offset);
  return {
    text: all.reduce((shown, each) => applyMask(shown, each), text),
    count: all.reduce((sum, { count }) => sum + count, 0),
  };
}

/** The name before a secret in a text, or the argument before a whole text. */
export function secretLabel(text: string, start: number, before: unknown): string {
  if (start === 0) return typeof before === 'string' && before.startsWith('-') ? before : '';
  return /(?:[\w.-]+[=:]\s*|\/\/|\/)$/.exec(text.slice(0, start))?.[0] ?? '';
}

/** All secrets, in text order. */
export function findSecrets(text: string, tree: Node): readonly SecretPlace[] {
  return visit(tree, []);

  function visit(node: Node, path: Path): readonly SecretPlace[] {
    const children = node.children ?? [];
    if (node.type === 'object') {
      return children.flatMap(({ children: [key, value] = [] }) =>
        key === undefined || value === undefined ? [] : visit(value, [...path, String(key.value)]),
      );
    }
    if (node.type !== 'array') return secretsInValue(text, node, path, undefined);
    return children.flatMap((child, index) =>
      child.type === 'object' || child.type === 'array'
        ? visit(child, [...path, index])
        : secretsInValue(text, child, [...path, index], children[index - 1]),
    );
  }
}

function secretsInValue(text: string, node: Node, path: Path, before: Node | undefined): readonly SecretPlace[] {
  const { offset, length, value } = node;
  const whole: SecretPlace = { path, offset, length, isWhole: true, label: secretLabel('', 0, before?.value) };
  const isHidden = isSecretPlace(path);
  if (typeof value !== 'string') return isHidden && typeof value === 'number' ? [whole] : [];
  const parts = isHidden ? hiddenFrom(value, 0) : isAboutSecrets(path) ? [] : secretsInArgument(value, before);
  const [first] = parts;
  if (first === undefined) return [];
  const raw = text.slice(offset + 1, offset + length - 1);
  // With escaped characters, offsets in the value and in the text differ.
  const isAll = raw !== value || (first.start === 0 && first.end === value.length);
  if (isAll) return [whole];
  return parts.map(({ start, end }) => ({
    path,
    offset: offset + 1 + start,
    length: end - start,
    isWhole: false,
    label: secretLabel(value, start, before?.value),
  }));
}

function secretsInArgument(value: string, before: Node | undefined): readonly TextRange[] {
  const previous: unknown = before?.value;
  return argumentParts(value, typeof previous === 'string' ? previous : undefined);
}

/** Whether every value at a path is a secret: in `env` and `headers`, or under a secret-like name. */
function isSecretPlace(path: Path): boolean {
  const [top] = path;
  const isServer = top === 'mcpServers';
  // Outside of servers, keys such as `token` do not name secrets.
  if (!isServer && typeof top === 'string' && KNOWN_KEYS.file.includes(top)) return false;
  // Skips the name of the server itself.
  const keys = path.slice(isServer ? 2 : 0).filter((key) => typeof key === 'string');
  return keys.some((key) => /^(?:env|headers)$/i.test(key) || isSecretName(key));
}

/** The redaction settings contain names and patterns of secrets, not secrets. */
const isAboutSecrets = ([top, second]: Path): boolean => top === 'record' && second === 'redact';

const applyMask = (
  text: string,
  { offset, length, content }: { readonly offset: number; readonly length: number; readonly content: string },
): string => `${text.slice(0, offset)}${content}${text.slice(offset + length)}`;
