import type { ToolDefinition } from '@toolmark/annotations';

const VERBS = ['list', 'get', 'search', 'create', 'update', 'delete', 'append', 'run', 'sync', 'export'];
const NOUNS = ['note', 'file', 'event', 'contact', 'card', 'board', 'message', 'secret', 'index', 'report'];

/**
 * Generates realistic tools: a third without hints, one in ten with an output schema (the proportion measured on npm),
 * a few contradictory.
 */
export function makeTools(count: number): readonly ToolDefinition[] {
  return Array.from({ length: count }, (_unused, index) => {
    const verb = VERBS[index % VERBS.length] ?? 'get';
    const noun = NOUNS[Math.floor(index / VERBS.length) % NOUNS.length] ?? 'note';
    const reads = ['list', 'get', 'search'].includes(verb);
    return {
      name: `${verb}_${noun}_${index}`,
      title: `${verb[0]?.toUpperCase()}${verb.slice(1)} ${noun[0]?.toUpperCase()}${noun.slice(1)} ${index}`,
      description: `${verb} a ${noun} by its id. Returns: the ${noun} with id and title. Preconditions: None. Example response: {"id": ${index}, "title": "x"}`,
      inputSchema: {
        type: 'object',
        properties: {
          id: { type: 'string', description: `The id of the ${noun}.` },
          action: { type: 'string', enum: ['preview', verb], description: 'What to do.' },
          options: {
            type: 'object',
            properties: { depth: { type: 'integer' }, tags: { type: 'array', items: { type: 'string' } } },
          },
        },
        required: ['id'],
      },
      ...(index % 10 === 0
        ? {
            outputSchema: {
              type: 'object',
              properties: { id: { type: 'integer' }, title: { type: 'string' } },
              required: ['id'],
            },
          }
        : {}),
      ...(index % 3 === 0
        ? {}
        : { annotations: { readOnlyHint: reads, destructiveHint: verb === 'delete', openWorldHint: false } }),
    };
  });
}
