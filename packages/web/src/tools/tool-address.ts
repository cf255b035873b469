import type { RouteLocationRaw } from 'vue-router';

export interface ToolAddress {
  readonly server: string;
  /** As its server calls it. */
  readonly name: string;
  /** As clients call it. */
  readonly exposed_name?: string;
}

/**
 * By which of its names a tool is found in an address. A browser takes `.` and `..` as folders, and nothing as the list: such
 * a tool is found by the name that clients use.
 */
function nameInAddress({ name, exposed_name = name }: ToolAddress): string {
  return name === '' || name === '.' || name === '..' ? exposed_name : name;
}

/** Where a tool's page is. */
export function toolRoute(tool: ToolAddress): RouteLocationRaw {
  return { name: 'tool', params: { server: tool.server, tool: nameInAddress(tool) } };
}

/**
 * Where a tool is in the API.
 *
 * @example
 * toolPath({ server: 'notes', name: 'a/b' }) // '/tools/notes/a%2Fb'
 */
export function toolPath(tool: ToolAddress): string {
  return `/tools/${encodeURIComponent(tool.server)}/${encodeURIComponent(nameInAddress(tool))}`;
}

/** Tells tools apart, in lists and selections. */
export const toolKey = ({ server, name }: ToolAddress): string => JSON.stringify([server, name]);
