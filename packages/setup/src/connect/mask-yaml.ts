import { MASK } from '@toolmark/api-contract';
import { argumentParts, maskParts } from '../edit/secret-parts.ts';
import { OPEN_KEYS } from './open-keys.ts';

const PAIR = /^(\s*(?:- +)*)([\w.-]+|"[^"]*"|'[^']*')(\s*:)(?:(\s+)(.*))?$/;

const ITEM = /^(\s*- +)(.*)$/;

const PLAIN = /^(?:true|false|[\d.+-]+|\{\}|\[\])$/;

/** Masks lines of YAML: only keys are shown, and values that are known to be harmless. */
export function maskYamlLines(lines: readonly string[]): readonly string[] {
  /** The open key whose list the next lines are, and the item before. */
  let list = false;
  let previous: string | undefined;
  return lines.map((line) => {
    const [pair, start = '', name = '', colon = '', space = '', value = ''] = PAIR.exec(line) ?? [];
    if (pair !== undefined) {
      const key = name.replaceAll(/^["']|["']$/g, '');
      list = OPEN_KEYS.has(key) && value === '';
      previous = undefined;
      const isShown = value === '' || PLAIN.test(value);
      return `${start}${name}${colon}${space}${isShown ? value : maskValue(value, OPEN_KEYS.has(key), undefined)}`;
    }
    const [item, dash = '', text = ''] = ITEM.exec(line) ?? [];
    if (item !== undefined) {
      const shown = `${dash}${maskValue(text, list, previous)}`;
      previous = text;
      return shown;
    }
    // An empty line, a comment, or the continuation of a value.
    return line.trim() === '' || line.trim() === '---' ? line : MASK;
  });
}

function maskValue(value: string, isOpen: boolean, previous: string | undefined): string {
  // Values over several lines, with anchors or comments, are not read here.
  if (!isOpen || /^[|>&*!{[]|\s#/.test(value)) return MASK;
  return maskParts(value, argumentParts(value, previous));
}
