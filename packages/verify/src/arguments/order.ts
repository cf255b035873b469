import { infer, readAnnotations, type ToolDefinition } from '@toolmark/annotations';

/** Whether a tool claims to read, or says nothing and has a name that reads. Only such tools are used as probes. */
export function looksReadOnly(tool: ToolDefinition): boolean {
  return readAnnotations(tool).hints.readOnlyHint ?? infer(tool).class === 'read';
}

/** Lists first, then reads, creations, changes and deletions, so that each finds what an earlier one made. */
export function inCallingOrder(tools: readonly ToolDefinition[]): readonly ToolDefinition[] {
  return [...tools].sort((a, b) => rankOf(a) - rankOf(b));
}

function rankOf(tool: ToolDefinition): number {
  if (looksReadOnly(tool)) return /list|allowed|graph|status|log|tree|tables/i.test(tool.name) ? 0 : 1;
  if (/delete|remove|purge|drop|clear|reset|move|rename/i.test(tool.name)) return 4;
  return /creat|add|plan|new|import|write|append/i.test(tool.name) ? 2 : 3;
}
