import { HINT_NAMES } from '@toolmark/annotations';
import { type JsonObject, toNumber } from '@toolmark/base';
import { z } from 'zod';
import { whyNotCompilable } from './compilable.ts';
import { outputSchema, repairInputSchema, spellOutBooleans } from './repair-schema.ts';
import {
  amount,
  applyRules,
  flag,
  listOf,
  must,
  object,
  objectWith,
  oneOf,
  type ReportRepair,
  type Rules,
  text,
} from './rules.ts';

/**
 * A definition that the official SDKs accept; they reject a whole list for one invalid value. Only such values are
 * changed. Returns the same object if there is nothing to repair, which is the normal case.
 */
export interface Repaired {
  readonly modern: JsonObject;
  /** For revisions before 2026-07-28, whose SDKs accept less. Usually the same object. */
  readonly legacy: JsonObject;
  /** The changes, one sentence each. */
  readonly repairs: readonly string[];
}

/**
 * @example
 * repairTool({ name: 'x', inputSchema: { type: 'object' }, annotations: { readOnlyHint: 'yes' } }).repairs
 * // ['annotations.readOnlyHint is "yes" and not a boolean, and is left out']
 */
export function repairTool(raw: JsonObject): Repaired {
  const repairs: string[] = [];
  const note: ReportRepair = (sentence) => repairs.push(sentence);
  const fixed = applyRules(raw, TOOL_RULES, note);
  const inputSchema = repairInputSchema(fixed['inputSchema'], note);
  const modern = inputSchema === fixed['inputSchema'] ? fixed : { ...fixed, inputSchema };
  return { modern, legacy: toLegacyTool(modern, inputSchema, note), repairs };
}

export function repairPrompt(raw: JsonObject): Repaired {
  return repairWith(raw, PROMPT_RULES);
}

/** Also for templates, whose fields are nearly the same. */
export function repairResource(raw: JsonObject, address: string): Repaired {
  const { modern, repairs } = repairWith(raw, RESOURCE_RULES);
  if (typeof modern['name'] === 'string') return { modern, legacy: modern, repairs };
  const named = { ...modern, name: address };
  return { modern: named, legacy: named, repairs: [...repairs, 'name is missing; replaced by its URI'] };
}

function repairWith(raw: JsonObject, rules: Rules): Repaired {
  const repairs: string[] = [];
  const fixed = applyRules(raw, rules, (sentence) => repairs.push(sentence));
  return { modern: fixed, legacy: fixed, repairs };
}

/**
 * SDKs before 2026-07-28 only support output schemas of type "object", and the client of 1.x compiles each one when
 * listing: a schema that fails to compile costs the whole list. Without the schema the tool works, but results are not
 * validated.
 */
function toLegacyTool(tool: JsonObject, inputSchema: JsonObject, note: ReportRepair): JsonObject {
  const input = spellOutBooleans(inputSchema, 'inputSchema', note);
  const legacy = input === inputSchema ? tool : { ...tool, inputSchema: input };
  const { outputSchema: output, ...rest } = legacy;
  if (output === undefined) return legacy;
  // The rules only leave an object here.
  const schema = output as JsonObject;
  const reason = schema['type'] === 'object' ? whyNotCompilable(schema) : 'its type is not "object"';
  if (reason !== undefined) {
    note(`outputSchema is left out for legacy clients: ${reason}`);
    return rest;
  }
  const spelled = spellOutBooleans(schema, 'outputSchema', note);
  return spelled === schema ? legacy : { ...legacy, outputSchema: spelled };
}

const ICONS = listOf(
  objectWith(
    new Map([
      ['src', text],
      ['mimeType', text],
      ['sizes', listOf(text)],
      ['theme', oneOf('light', 'dark')],
    ]),
    ['src'],
  ),
);

const COMMON_RULES = [
  ['title', text],
  ['description', text],
  ['icons', ICONS],
  ['_meta', object],
] as const;

const TOOL_RULES: Rules = new Map([
  ...COMMON_RULES,
  ['outputSchema', outputSchema],
  ['annotations', objectWith(new Map([['title', text], ...HINT_NAMES.map((hint) => [hint, flag] as const)]))],
  ['execution', objectWith(new Map([['taskSupport', oneOf('required', 'optional', 'forbidden')]]))],
]);

const PROMPT_RULES: Rules = new Map([
  ...COMMON_RULES,
  [
    'arguments',
    listOf(
      objectWith(
        new Map([
          ['name', text],
          ['description', text],
          ['required', flag],
        ]),
        ['name'],
      ),
    ),
  ],
]);

function isShare(value: unknown): boolean {
  const share = toNumber(value);
  return typeof share === 'number' && share >= 0 && share <= 1;
}

const dateTime = z.iso.datetime({ offset: true });

const RESOURCE_RULES: Rules = new Map([
  ...COMMON_RULES,
  ['name', text],
  ['mimeType', text],
  ['size', amount],
  [
    'annotations',
    objectWith(
      new Map([
        ['audience', listOf(oneOf('user', 'assistant'))],
        ['priority', must(isShare, 'a number from 0 to 1')],
        ['lastModified', must((value) => dateTime.safeParse(value).success, 'a date and time of ISO 8601')],
      ]),
    ),
  ],
]);
