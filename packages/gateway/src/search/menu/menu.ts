import type { JsonObject } from '@toolmark/base';
import { DEFAULT_LIMIT, MAX_IDS, MAX_LIMIT } from './read-question.ts';

/** Names of the tools that a client in search mode sees, in the order in which they are used. */
export const RETRIEVE = 'retrieve_tools';
export const DESCRIBE = 'describe_tool';

const text = { type: 'string' };
const flag = (description: string): JsonObject => ({ type: 'boolean', description });
const looking = (title: string): JsonObject => ({
  title,
  readOnlyHint: true,
  idempotentHint: true,
  openWorldHint: false,
});

const retrieve: JsonObject = {
  name: RETRIEVE,
  title: 'Find Tools',
  description:
    'Finds tools of all connected servers. Call this first. Each line of the answer is id(parameters) [class: variant] description; … marks what was shortened. Then call the tool by its id with the variant that is shown.',
  inputSchema: {
    type: 'object',
    properties: {
      query: { ...text, description: 'What should be done, and to what, in a few words' },
      limit: { type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT, description: 'How many' },
      read_only: flag('Only tools that change nothing'),
      exclude_destructive: flag('No tools that may destroy something'),
      exclude_open_world: flag('No tools that reach outside their server'),
      idempotent_only: flag('Only tools that can safely be repeated'),
      server: { ...text, description: 'Only tools of this server' },
      detail: { enum: ['compact', 'full'], description: 'full adds what describe_tool says' },
    },
    required: ['query'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: {
      tools: { type: 'array', items: { type: 'object' } },
      total: { type: 'integer' },
      left_out: { type: 'array', items: { type: 'object' } },
      notes: { type: 'array', items: text },
    },
    required: ['tools', 'notes'],
  },
  annotations: looking('Find Tools'),
};

const describe: JsonObject = {
  name: DESCRIBE,
  title: 'Describe Tools',
  description:
    'Full description, input schema and hints of tools, by id. Needed only where the line of retrieve_tools is shortened or leaves a doubt.',
  inputSchema: {
    type: 'object',
    properties: {
      ids: { type: 'array', items: text, minItems: 1, maxItems: MAX_IDS, description: 'As retrieve_tools shows them' },
    },
    required: ['ids'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: { tools: { type: 'array', items: { type: 'object' } } },
    required: ['tools'],
  },
  annotations: looking('Describe Tools'),
};

const CALL_INPUT: JsonObject = {
  type: 'object',
  properties: {
    id: { ...text, description: 'As retrieve_tools shows it' },
    // Some providers take no lists of types.
    arguments: {
      anyOf: [{ type: 'object' }, text],
      description: 'What the tool takes: an object, or its JSON as a string',
    },
  },
  required: ['id'],
  additionalProperties: false,
};

const calling = (name: string, title: string, description: string, hints: JsonObject): JsonObject => ({
  name,
  title,
  description,
  inputSchema: CALL_INPUT,
  annotations: { title, ...hints, openWorldHint: true },
});

/**
 * The five tools of search mode. They carry the hints of what they call, so that a client's own rules work: one may let
 * `call_tool_read` pass and ask about the others.
 */
export const SEARCH_TOOLS: readonly JsonObject[] = [
  retrieve,
  describe,
  calling(
    'call_tool_read',
    'Call a Tool That Only Reads',
    'Calls a tool of class read. It is refused for any other, and nothing happens then.',
    { readOnlyHint: true, destructiveHint: false },
  ),
  calling(
    'call_tool_write',
    'Call a Tool That Adds',
    'Calls a tool of class additive: it changes something and destroys nothing. Refused for class destructive.',
    { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  ),
  calling(
    'call_tool_destructive',
    'Call a Tool That May Destroy',
    'Calls a tool of class destructive: it may overwrite or delete, and a person may be asked first.',
    { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  ),
];
