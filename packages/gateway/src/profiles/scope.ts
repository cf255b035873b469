import { TOOL_CLASSES, type ToolClass } from '@toolmark/annotations';
import type { ProfileConfig } from '../config/offer-config.ts';
import type { Scope, ScopedTool } from '../core/scope.ts';
import { matcher } from '../tool-places.ts';

/**
 * What a profile has. Patterns of tools are for what servers call them, or `server/tool`.
 *
 * @example
 * profileScope({ name: 'look', servers: ['*'], tools: ['*'], exclude: ['notes/secret_*'], classes: ['read'], description: null })
 */
export function profileScope(profile: ProfileConfig): Scope {
  const { servers, tools, exclude, classes } = profile;
  const hasServer = anyOf(servers);
  const isIn = toolMatcher(tools);
  const isOut = toolMatcher(exclude);
  return {
    key: JSON.stringify({ servers, tools, exclude, classes }),
    hasServer,
    hasTool: (tool) => classes.includes(tool.resolution.class) && isIn(tool) && !isOut(tool),
  };
}

/** Of the servers that are named, everything. */
export function serversScope(globs: readonly string[]): Scope {
  return { key: JSON.stringify(globs), hasServer: anyOf(globs), hasTool: () => true };
}

/** What is no more than a class. */
export function ceilingScope(ceiling: ToolClass): Scope {
  const most = TOOL_CLASSES.indexOf(ceiling);
  return {
    key: ceiling,
    hasServer: () => true,
    hasTool: ({ resolution }) => TOOL_CLASSES.indexOf(resolution.class) <= most,
  };
}

/** What all of them have; `undefined` where none is given, which is everything. */
export function intersect(...given: readonly (Scope | undefined)[]): Scope | undefined {
  const scopes = given.filter((scope) => scope !== undefined);
  if (scopes.length < 2) return scopes[0];
  return {
    key: JSON.stringify(scopes.map(({ key }) => key)),
    hasServer: (server) => scopes.every((scope) => scope.hasServer(server)),
    hasTool: (tool) => scopes.every((scope) => scope.hasTool(tool)),
  };
}

function anyOf(globs: readonly string[]): (name: string) => boolean {
  const matchers = globs.map(matcher);
  return (name) => matchers.some((matches) => matches(name));
}

/** With a slash it is about tools of certain servers, and no server can get a tool in there by what it calls it. */
function toolMatcher(globs: readonly string[]): (tool: ScopedTool) => boolean {
  const plain = anyOf(globs.filter((glob) => !glob.includes('/')));
  const placed = anyOf(globs.filter((glob) => glob.includes('/')));
  return ({ server, definition: { name } }) => plain(name) || placed(`${server}/${name}`);
}
