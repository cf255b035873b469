import type { NameKind } from './names.ts';
import { isUserAndPassword } from './shapes.ts';

/** Whether a text under a name of this kind is a secret. */
export function isSecretText(kind: NameKind, text: string): boolean {
  switch (kind) {
    case 'secret':
      return text !== '';
    case 'pass':
      return !/^[\d.,%/ ]*$/.test(text);
    case 'pwd':
      return !/^(?:$|[/~.]|[A-Za-z]:)/.test(text);
    case 'auth':
      return /^[A-Za-z0-9+/_-]{6,4096}={0,2}$/.test(text) && isUserAndPassword(text);
  }
}

/** A placeholder for a secret: `${NAME}` or `{{ name }}`. */
export function isReference(text: string): boolean {
  return /^(?:\$\{[A-Za-z_][\w:.-]{0,128}\}|\{\{[^{}]{1,128}\}\})$/.test(text);
}

/**
 * Whether the unquoted word after the name of a secret is not its value: a type, a reference, the next word of a
 * sentence.
 */
export function isTalk(text: string): boolean {
  return WORDS.has(text.toLowerCase()) || CODE.test(text) || /^[[{(|>*.-]+$/.test(text);
}

const WORDS: ReadonlySet<string> = new Set(
  [
    'string str number int integer float boolean bool null none nil undefined true false any unknown object array bytes text',
    'required optional yes no on off enabled disabled inherit include omit same-origin',
    'await new function async return this self const let var typeof',
    'a an the and or is are was were be been has have had will would can could may must should shall not',
    'to of for in on at by as if it its that these with from when where which who how what your you we i',
  ].flatMap((line) => line.split(' ')),
);

const CODE =
  /^(?:\$[({]|\$[A-Z_][A-Z0-9_]*$|%[A-Z_]+%$|\{\{|(?:process|import\.meta)\.env\b|os\.(?:environ|getenv)\b|(?:this|self|secrets)\.[A-Za-z_])|^[A-Za-z_][\w.]{0,64}\(\)/;
