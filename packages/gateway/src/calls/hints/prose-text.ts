import type { ToolDefinition } from '@toolmark/annotations';

/**
 * Everything that a definition tells a model in sentences: its own description and title, and those of its parameters and results
 * at any depth. With empty lines between, so that no sentence goes on in the next. Without recursion: a schema may be nested as
 * deeply as its server likes.
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
    // One by one: what has 300,000 fields is too long to be spread.
    for (const [, value] of children.reverse()) stack.push(value);
  }
  return texts.join('\n\n');
}
