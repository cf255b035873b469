import type { ToolDefinition } from '@toolmark/annotations';
import type { AuthInfo } from '../call/context.ts';
import type { Middleware } from '../call/middleware.ts';
import type { Registration, SdkAdapter, SdkHandle } from '../sdk/adapter.ts';

/** A tool registered through a kit. */
export interface KitTool {
  readonly registration: Registration;
  readonly steps: readonly Middleware[];
  /**
   * The current definition: the author may have renamed or changed the tool through its handle. Undefined after
   * removal.
   */
  readonly current: () => ToolDefinition | undefined;
}

export function createKitTool(registration: Registration, steps: readonly Middleware[]): KitTool {
  const { definition, handle } = registration;
  const name = followName(handle, definition.name);
  return {
    registration,
    steps,
    current: () => {
      const now = name();
      if (now === undefined) return undefined;
      const { title, description, annotations } = handle;
      return { ...definition, name: now, title, description, annotations };
    },
  };
}

/** The list for one caller: without hidden tools, and with the fields that the SDK omits. */
export function editList(
  listed: readonly ToolDefinition[],
  { toolsOfKit, adapter, viewer }: ListEditing,
): readonly ToolDefinition[] {
  const toolsByName = new Map(toolsOfKit.map((tool) => [tool.current()?.name, tool]));
  return listed.flatMap((definition) => {
    const tool = toolsByName.get(definition.name);
    if (tool === undefined) return [definition];
    if (!isVisible(tool.steps, definition, viewer)) return [];
    return [adapter.completeListed?.(definition, tool.registration) ?? definition];
  });
}

interface ListEditing {
  readonly toolsOfKit: readonly KitTool[];
  readonly adapter: Pick<SdkAdapter, 'completeListed'>;
  readonly viewer: { readonly auth: AuthInfo | undefined; readonly report: (error: unknown) => void };
}

/** Every step must agree; a step that throws counts as disagreeing. */
function isVisible(
  steps: readonly Middleware[],
  tool: ToolDefinition,
  { auth, report }: ListEditing['viewer'],
): boolean {
  try {
    return steps.every((step) => step.isVisible?.({ tool, auth }) ?? true);
  } catch (error) {
    report(error);
    return false;
  }
}

/** Whether the visibility of the tool depends on the caller. */
export function isGuarded({ steps }: KitTool): boolean {
  return steps.some((step) => step.isVisible !== undefined);
}

/**
 * The current name of the tool in the SDK's list. A handle does not store it, and a guard that missed a rename would
 * show the tool to everybody, so this watches `update()`, which both SDKs also use for `remove()`.
 */
function followName(handle: SdkHandle, first: string): () => string | undefined {
  let name: string | undefined = first;
  const update = handle.update.bind(handle);
  handle.update = (updates) => {
    update(updates);
    if (updates.name !== undefined) name = updates.name || undefined;
  };
  return () => name;
}
