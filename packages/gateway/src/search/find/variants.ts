import type { ToolClass } from '@toolmark/annotations';
import type { CallVariant } from '@toolmark/api-contract';

/** The tools that call others, one per class. Clients approve them by name and hints. */
export const VARIANTS: Readonly<Record<ToolClass, CallVariant>> = Object.freeze({
  read: 'call_tool_read',
  additive: 'call_tool_write',
  destructive: 'call_tool_destructive',
});

/**
 * The class of a call variant.
 *
 * @example
 * classOfVariant('call_tool_write') // 'additive'
 */
export function classOfVariant(name: string): ToolClass | undefined {
  return CLASSES.get(name);
}

const CLASSES: ReadonlyMap<string, ToolClass> = new Map([
  [VARIANTS.read, 'read'],
  [VARIANTS.additive, 'additive'],
  [VARIANTS.destructive, 'destructive'],
]);
