import type { ToolDefinition } from '@toolmark/annotations';

/**
 * All titles and descriptions of a definition, including those of parameters and results at any depth, separated by empty lines so that
 * sentences do not join. Without recursion: a server can nest a schema arbitrarily deep.
 */
export function proseTextOf({ title, description, annotations, inputSchema, outputSchema }: ToolDefinition): string {
  const texts: string[] = [];
  const stack: unknown[] = [outputSchema, inputSchema, { annotations }, { title, description }];
  while (stack.length > 0) {
    const next = stack.pop();
    if (typeof next !== 'object' || next === null) continue;
    const children = Object.entries(next);
    for (const [key, value] of children) {
      if (typeof value === 'string' && (key === 'description' || key === 'title')) texts.push(value);
    }
    // Push one by one: spreading 300,000 fields would exceed the argument limit.
    for (const [, value] of children.reverse()) stack.push(value);
  }
  return texts.join('\n\n');
}
