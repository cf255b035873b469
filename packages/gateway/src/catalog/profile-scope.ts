import { TOOL_CLASSES, type ToolClass } from '@toolmark/annotations';
import type { ProfileConfig } from '@toolmark/config';
import type { Scope, ScopedTool } from '../model/scope.ts';
import { matcher } from '../model/tool-places.ts';

/**
 * The scope of a profile. Tool patterns match the server's own names, or `server/tool`. If all of them name a server,
 * other servers are excluded: selecting a few tools of one server does not include the resources of others.
 *
 * @example
 * profileScope({ name: 'look', servers: ['*'], tools: ['*'], exclude: ['notes/secret_*'], classes: ['read'], description: null })
 */
export function profileScope(profile: ProfileConfig): Scope {
  const { servers, tools, exclude, classes } = profile;
  const isListed = anyMatcher(servers);
  const patterns = tools.map(toToolPattern);
  const isServerSpecific = tools.length > 0 && patterns.every((pattern) => pattern.server !== undefined);
  const isExcluded = anyExclusion(exclude);
  return {
    key: JSON.stringify({ servers, tools, exclude, classes }),
    hasServer: (name) =>
      isListed(name) && (!isServerSpecific || patterns.some(({ server }) => server?.(name) === true)),
    hasTool: (tool) => classes.includes(tool.resolution.class) && patterns.some(matchesTool(tool)) && !isExcluded(tool),
  };
}

/** The scope of everything on the named servers. */
export function serversScope(globs: readonly string[]): Scope {
  return { key: JSON.stringify({ globs }), hasServer: anyMatcher(globs), hasTool: () => true };
}

/** The scope of tools up to a class. */
export function ceilingScope(ceiling: ToolClass): Scope {
  const max = TOOL_CLASSES.indexOf(ceiling);
  return {
    key: ceiling,
    hasServer: () => true,
    hasTool: ({ resolution }) => TOOL_CLASSES.indexOf(resolution.class) <= max,
  };
}

/** The intersection of scopes; `undefined` without any, which means everything. */
export function intersect(...given: readonly (Scope | undefined)[]): Scope | undefined {
  const scopes = given.filter((scope) => scope !== undefined);
  if (scopes.length < 2) return scopes[0];
  return {
    key: JSON.stringify(scopes.map(({ key }) => key)),
    hasServer: (server) => scopes.every((scope) => scope.hasServer(server)),
    hasTool: (tool) => scopes.every((scope) => scope.hasTool(tool)),
  };
}

function anyMatcher(globs: readonly string[]): (name: string) => boolean {
  const matchers = globs.map(matcher);
  return (name) => matchers.some((matches) => matches(name));
}

interface ToolPattern {
  readonly server: ((name: string) => boolean) | undefined;
  readonly tool: (name: string) => boolean;
}

/** A pattern with a slash names server and tool; a slash in a tool's own name cannot match it. */
function toToolPattern(glob: string): ToolPattern {
  const slash = glob.indexOf('/');
  if (slash === -1) return { server: undefined, tool: matcher(glob) };
  return { server: matcher(glob.slice(0, slash)), tool: matcher(glob.slice(slash + 1)) };
}

const matchesTool =
  ({ server, definition: { name } }: ScopedTool) =>
  (pattern: ToolPattern): boolean =>
    pattern.server?.(server) !== false && pattern.tool(name);

/** An exclusion matches as widely as possible, also if the slash belongs to the tool's name. */
function anyExclusion(globs: readonly string[]): (tool: ScopedTool) => boolean {
  const plain = anyMatcher(globs.filter((glob) => !glob.includes('/')));
  const qualified = anyMatcher(globs.filter((glob) => glob.includes('/')));
  return ({ server, definition: { name } }) => plain(name) || qualified(`${server}/${name}`);
}
