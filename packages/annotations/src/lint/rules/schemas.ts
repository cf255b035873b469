import { isJsonObject } from '../../definition.ts';
import { danglingReferences } from '../../schema/references.ts';
import { show } from '../../show.ts';
import { type LintRule, problemIf, sameInAllProfiles } from '../rule.ts';

/** Names and schemas that clients reject. */
export const schemaRules: readonly LintRule[] = [
  {
    code: 'TM601',
    slug: 'bad-name',
    summary: 'the name is too long or has characters that clients refuse',
    why: 'MCP recommends 1 to 128 of A-Z a-z 0-9 _ . -; the directories and most model APIs take 64.',
    fix: 'Shorten the name and keep to those characters.',
    severity: { spec: 'warning', anthropic: 'error', openai: 'error' },
    check: ({ tool: { name } }, { profile }) => [
      ...problemIf(!/^[A-Za-z0-9_.-]*$/.test(name), 'the name has characters outside A-Z a-z 0-9 _ . -'),
      ...problemIf(name.length === 0, 'the name is empty'),
      ...problemIf(
        name.length > profile.maxNameLength,
        `the name has ${name.length} characters, more than ${profile.maxNameLength}`,
      ),
    ],
  },
  {
    code: 'TM602',
    slug: 'name-not-unique',
    summary: 'two tools have the same name',
    why: 'A call by that name reaches an arbitrary one of them.',
    fix: 'Rename one.',
    severity: sameInAllProfiles('error'),
    check: ({ tool }, { countOfName }) => problemIf(countOfName(tool.name) > 1, 'another tool has the same name'),
  },
  {
    code: 'TM603',
    slug: 'broken-schema',
    summary: 'a schema is not a JSON Schema',
    why: 'Clients cannot offer the tool to a model, or refuse the whole list.',
    fix: 'Send inputSchema as an object schema (type: "object"), outputSchema as a JSON Schema.',
    severity: sameInAllProfiles('error'),
    check: ({ tool }) => [...inputProblems(tool.inputSchema), ...outputProblems(tool.outputSchema)],
  },
];

function inputProblems(schema: unknown): readonly string[] {
  if (schema === undefined) return ['inputSchema is missing'];
  if (!isJsonObject(schema)) return [`inputSchema is ${show(schema)} and not an object`];
  if (schema['type'] !== 'object')
    return [`inputSchema.type is ${schema['type'] === undefined ? 'missing' : show(schema['type'])} and not "object"`];
  const { properties, required } = schema;
  return [
    ...problemIf(properties !== undefined && !isJsonObject(properties), 'inputSchema.properties is not an object'),
    ...problemIf(required !== undefined && !isListOfStrings(required), 'inputSchema.required is not a list of names'),
    ...danglingReferences(schema).map((ref) => `inputSchema refers to ${ref}, which does not exist`),
  ];
}

function outputProblems(schema: unknown): readonly string[] {
  if (schema === undefined) return [];
  if (!isJsonObject(schema)) return [`outputSchema is ${show(schema)} and not an object`];
  return danglingReferences(schema).map((ref) => `outputSchema refers to ${ref}, which does not exist`);
}

const isListOfStrings = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
