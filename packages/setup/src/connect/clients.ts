import { posix, win32 } from 'node:path';
import { type Machine, type SourceFile, sourcesFor } from '../import/sources.ts';

/** The clients that can be connected, in the order in which people are shown them. */
export const CLIENT_IDS = [
  'claude-code',
  'claude-desktop',
  'cursor',
  'vscode',
  'windsurf',
  'codex',
  'gemini',
  'zed',
] as const;

export type ClientId = (typeof CLIENT_IDS)[number];

/** `user`: for a person in everything they do. `project`: for a folder, and everybody who works in it. */
export type ClientScope = 'user' | 'project';

/** A place in a file at which a client finds its servers. */
export interface ClientPlace {
  readonly client: ClientId;
  /** As people call it. */
  readonly name: string;
  readonly scope: ClientScope;
  readonly file: string;
  readonly format: 'json' | 'toml';
  /** The keys under which servers stand by name. */
  readonly place: readonly string[];
  /** Whether Toolmark is put there; else it is only looked at. */
  readonly isMain: boolean;
}

/** A machine, and the folder that somebody stands in. */
export interface ClientSurroundings extends Machine {
  readonly cwd: string;
}

/** What is shared in a project, and would be committed with it. */
const PROJECT_FILES: Readonly<Partial<Record<ClientId, readonly string[]>>> = {
  'claude-code': ['.mcp.json'],
  cursor: ['.cursor', 'mcp.json'],
  vscode: ['.vscode', 'mcp.json'],
  codex: ['.codex', 'config.toml'],
  gemini: ['.gemini', 'settings.json'],
  zed: ['.zed', 'settings.json'],
};

/**
 * Every place at which clients look for servers, on this machine and in this folder.
 *
 * @example
 * clientPlaces({ platform: 'linux', env: {}, home: '/home/ann', cwd: '/work' }).find(({ client }) => client === 'cursor')
 */
export function clientPlaces(surroundings: ClientSurroundings): readonly ClientPlace[] {
  const { platform, cwd } = surroundings;
  const { join } = platform === 'win32' ? win32 : posix;
  const sources = sourcesFor(surroundings);
  const places = CLIENT_IDS.flatMap((client) => {
    const own = sources.filter((source) => source.client === client);
    const folder = PROJECT_FILES[client];
    const [main] = own;
    return [
      ...own.map((source): ClientPlace => toPlace(source, client, 'user', !source.isOptional)),
      ...(main !== undefined && client === 'claude-code'
        ? [{ ...toPlace(main, client, 'user', false), place: ['projects', cwd, 'mcpServers'] }]
        : []),
      ...(main !== undefined && folder !== undefined
        ? [toPlace({ ...main, file: join(cwd, ...folder) }, client, 'project', true)]
        : []),
    ];
  });
  // Who stands in the home folder has each file of a project a second time.
  const keyOf = ({ file, place }: ClientPlace): string => JSON.stringify([file, place]);
  return places.filter((each, index) => places.findIndex((other) => keyOf(other) === keyOf(each)) === index);
}

/** Where Toolmark is put for a client, or in a sentence why it cannot be put there. */
export function placeFor(client: ClientId, scope: ClientScope, surroundings: ClientSurroundings): ClientPlace | string {
  const places = clientPlaces(surroundings).filter((place) => place.client === client && place.isMain);
  const [first] = places;
  const found = places.find((place) => place.scope === scope);
  if (found !== undefined) return found;
  if (scope === 'project' && PROJECT_FILES[client] !== undefined) {
    return `${first?.name} has one file for both here: this folder is your home. Go into the project, or use --scope user.`;
  }
  return `${first?.name ?? client} knows no servers of a single project. Use --scope user.`;
}

const toPlace = (source: SourceFile, client: ClientId, scope: ClientScope, isMain: boolean): ClientPlace => ({
  ...{ client, name: source.name, scope, file: source.file },
  ...{ format: source.format, place: source.place, isMain },
});

export const isClientId = (text: string): text is ClientId => (CLIENT_IDS as readonly string[]).includes(text);
