import type { JsonObject } from '@toolmark/base';
import { DEFAULT_LIMIT, MAX_IDS, MAX_LIMIT } from './read-question.ts';

/** The names of the tools in search mode, in the order of use. */
export const RETRIEVE = 'retrieve_tools';
export const DESCRIBE = 'describe_tool';

const text = { type: 'string' };
const flag = (description: string): JsonObject => ({ type: 'boolean', description });
const lookupAnnotations = (title: string): JsonObject => ({
  title,
  readOnlyHint: true,
  idempotentHint: true,
  openWorldHint: false,
});

const retrieveTools: JsonObject = {
  name: RETRIEVE,
  title: 'Find Tools',
  description:
    'Finds tools of all connected servers. Call this first. Each line of the answer is id(parameters) [class: variant] description; … marks an omission. Then call the tool by its id with the given variant.',
  inputSchema: {
    type: 'object',
    properties: {
      query: { ...text, description: 'The task, in a few words' },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: MAX_LIMIT,
        default: DEFAULT_LIMIT,
        description: 'Maximum number of results',
      },
      read_only: flag('Only read-only tools'),
      exclude_destructive: flag('Exclude destructive tools'),
      exclude_open_world: flag('Exclude tools with access outside of their server'),
      idempotent_only: flag('Only tools that can safely be repeated'),
      server: { ...text, description: 'Only tools of this server' },
      detail: { enum: ['compact', 'full'], description: 'full adds the output of describe_tool' },
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
  annotations: lookupAnnotations('Find Tools'),
};

const describeTool: JsonObject = {
  name: DESCRIBE,
  title: 'Describe Tools',
  description:
    'Full description, input schema and hints of tools, by id. Only needed if a line of retrieve_tools has an omission or is unclear.',
  inputSchema: {
    type: 'object',
    properties: {
      ids: { type: 'array', items: text, minItems: 1, maxItems: MAX_IDS, description: 'Ids from retrieve_tools' },
    },
    required: ['ids'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: { tools: { type: 'array', items: { type: 'object' } } },
    required: ['tools'],
  },
  annotations: lookupAnnotations('Describe Tools'),
};

const CALL_INPUT: JsonObject = {
  type: 'object',
  properties: {
    id: { ...text, description: 'An id from retrieve_tools' },
    // Some providers do not support lists of types.
    arguments: {
      anyOf: [{ type: 'object' }, text],
      description: "The tool's parameters: an object, or its JSON as a string",
    },
  },
  required: ['id'],
  additionalProperties: false,
};

const callVariant = (name: string, title: string, description: string, hints: JsonObject): JsonObject => ({
  name,
  title,
  description,
  inputSchema: CALL_INPUT,
  annotations: { title, ...hints, openWorldHint: true },
});

/**
 * The five tools of search mode. They have the hints of the tools they call, so that a client's own rules work: it may
 * allow `call_tool_read` and ask for the others.
 */
export const SEARCH_TOOLS: readonly JsonObject[] = [
  retrieveTools,
  describeTool,
  callVariant(
    'call_tool_read',
    'Call a Read-Only Tool',
    'Calls a tool of class read. Refused for other classes, without any effect.',
    { readOnlyHint: true, destructiveHint: false },
  ),
  callVariant(
    'call_tool_write',
    'Call an Additive Tool',
    'Calls a tool of class additive: it may add data, but not overwrite or delete any. Refused for class destructive.',
    { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  ),
  callVariant(
    'call_tool_destructive',
    'Call a Destructive Tool',
    'Calls a tool of class destructive: it may overwrite or delete, and a person may be asked first.',
    { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  ),
];
