import type { Problem } from '@toolmark/annotations';

/**
 * Thrown for an invalid tool declaration. It lists all problems at once.
 *
 * @example
 * try { kit.registerTool('x', config, handler); } catch (error) {
 *   if (error instanceof ToolDefinitionError) for (const { path, message } of error.problems) …
 * }
 */
export class ToolDefinitionError extends Error {
  override readonly name = 'ToolDefinitionError';
  readonly tool: string;
  readonly problems: readonly Problem[];

  constructor(tool: string, problems: readonly Problem[]) {
    super([`Tool '${tool}' cannot be registered:`, ...problems.map(({ message }) => `  - ${message}`)].join('\n'));
    this.tool = tool;
    this.problems = problems;
  }
}
