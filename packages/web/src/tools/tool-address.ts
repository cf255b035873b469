import type { RouteLocationRaw } from 'vue-router';

export interface ToolAddress {
  readonly server: string;
  /** The server's own name of it. */
  readonly name: string;
  /** The name that clients see. */
  readonly exposed_name?: string;
}

/**
 * The name to use in a URL. A browser resolves `.` and `..` as folders and drops an empty name, so those tools are
 * addressed by the name that clients see.
 */
function nameInAddress({ name, exposed_name = name }: ToolAddress): string {
  return name === '' || name === '.' || name === '..' ? exposed_name : name;
}

/** The route of a tool's page. */
export function toolRoute(tool: ToolAddress): RouteLocationRaw {
  return { name: 'tool', params: { server: tool.server, tool: nameInAddress(tool) } };
}

/**
 * The API path of a tool.
 *
 * @example
 * toolPath({ server: 'notes', name: 'a/b' }) // '/tools/notes/a%2Fb'
 */
export function toolPath(tool: ToolAddress): string {
  return `/tools/${encodeURIComponent(tool.server)}/${encodeURIComponent(nameInAddress(tool))}`;
}

/** Identifies a tool in lists and selections. */
export const toolKey = ({ server, name }: ToolAddress): string => JSON.stringify([server, name]);
