import { TOOL_CLASSES, type ToolClass } from '@toolmark/annotations';
import type { ProfileConfig } from '@toolmark/config';
import type { Scope, ScopedTool } from '../model/scope.ts';
import { matcher } from '../model/tool-places.ts';

/**
 * What a profile has. Patterns of tools are for what servers call them, or `server/tool`. Where all of them say which server, no
 * other one is there at all: nobody who names a few tools of one means the resources of the others.
 *
 * @example
 * profileScope({ name: 'look', servers: ['*'], tools: ['*'], exclude: ['notes/secret_*'], classes: ['read'], description: null })
 */
export function profileScope(profile: ProfileConfig): Scope {
  const { servers, tools, exclude, classes } = profile;
  const isListed = anyOf(servers);
  const places = tools.map(toPlace);
  const isPlaced = tools.length > 0 && places.every((place) => place.server !== undefined);
  const isOut = anyNaming(exclude);
  return {
    key: JSON.stringify({ servers, tools, exclude, classes }),
    hasServer: (name) => isListed(name) && (!isPlaced || places.some(({ server }) => server?.(name) === true)),
    hasTool: (tool) => classes.includes(tool.resolution.class) && places.some(isAt(tool)) && !isOut(tool),
  };
}

/** Of the servers that are named, everything. */
export function serversScope(globs: readonly string[]): Scope {
  return { key: JSON.stringify({ globs }), hasServer: anyOf(globs), hasTool: () => true };
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

interface Place {
  readonly server: ((name: string) => boolean) | undefined;
  readonly tool: (name: string) => boolean;
}

/** With a slash it is about tools of certain servers, and no server can get a tool in there by what it calls it. */
function toPlace(glob: string): Place {
  const slash = glob.indexOf('/');
  if (slash === -1) return { server: undefined, tool: matcher(glob) };
  return { server: matcher(glob.slice(0, slash)), tool: matcher(glob.slice(slash + 1)) };
}

const isAt =
  ({ server, definition: { name } }: ScopedTool) =>
  (place: Place): boolean =>
    place.server?.(server) !== false && place.tool(name);

/** A pattern leaves out whatever can be read into it, also where a slash belongs to the name of the tool. */
function anyNaming(globs: readonly string[]): (tool: ScopedTool) => boolean {
  const plain = anyOf(globs.filter((glob) => !glob.includes('/')));
  const placed = anyOf(globs.filter((glob) => glob.includes('/')));
  return ({ server, definition: { name } }) => plain(name) || placed(`${server}/${name}`);
}
