import { posix, win32 } from 'node:path';
import { type FileFormat, type Machine, type SourceFile, sourcesFor } from '../import/sources.ts';

/** The clients that can be connected, in display order. */
export const CLIENT_IDS = [
  'claude-code',
  'claude-desktop',
  'cursor',
  'vscode',
  'windsurf',
  'codex',
  'gemini',
  'zed',
  'qwen',
  'opencode',
  'goose',
  'cline',
  'continue',
  'junie',
  'copilot',
  'amp',
  'lmstudio',
] as const;

export type ClientId = (typeof CLIENT_IDS)[number];

/** `user`: for one person in all projects. `project`: for one folder, and everyone who works in it. */
export type ClientScope = 'user' | 'project';

/** A client's server list in a config file. */
export interface ClientPlace {
  readonly client: ClientId;
  /** The display name. */
  readonly name: string;
  readonly scope: ClientScope;
  readonly file: string;
  readonly format: FileFormat;
  /** The keys that lead to the servers. */
  readonly place: readonly string[];
  /** Whether the servers are a list of objects with names. */
  readonly isList: boolean;
  /** Whether Toolmark is added there; other places are only read. */
  readonly isMain: boolean;
}

/** A machine and the current folder. */
export interface ClientSurroundings extends Machine {
  readonly cwd: string;
}

/** Config files that are shared in a project and usually committed. */
const PROJECT_FILES: Readonly<Partial<Record<ClientId, readonly string[]>>> = {
  'claude-code': ['.mcp.json'],
  cursor: ['.cursor', 'mcp.json'],
  vscode: ['.vscode', 'mcp.json'],
  codex: ['.codex', 'config.toml'],
  gemini: ['.gemini', 'settings.json'],
  zed: ['.zed', 'settings.json'],
  qwen: ['.qwen', 'settings.json'],
  opencode: ['opencode.json'],
  junie: ['.junie', 'mcp', 'mcp.json'],
  copilot: ['.github', 'mcp.json'],
  amp: ['.amp', 'settings.json'],
};

/**
 * All server lists of clients on this machine and in this folder.
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
  // In the home folder, project and user files are the same.
  const keyOf = ({ file, place }: ClientPlace): string => JSON.stringify([file, place]);
  return places.filter((each, index) => places.findIndex((other) => keyOf(other) === keyOf(each)) === index);
}

/** The place where Toolmark is added for a client, or a sentence with the reason why there is none. */
export function placeFor(client: ClientId, scope: ClientScope, surroundings: ClientSurroundings): ClientPlace | string {
  const places = clientPlaces(surroundings).filter((place) => place.client === client && place.isMain);
  const [first] = places;
  const found = places.find((place) => place.scope === scope);
  if (found !== undefined) return found;
  if (scope === 'project' && PROJECT_FILES[client] !== undefined) {
    return `${first?.name} has no separate project config here, because this folder is your home. Run this in the project, or use --scope user.`;
  }
  return `${first?.name ?? client} has no project config. Use --scope user.`;
}

const toPlace = (source: SourceFile, client: ClientId, scope: ClientScope, isMain: boolean): ClientPlace => ({
  client,
  name: source.name,
  scope,
  file: source.file,
  format: source.format,
  place: source.place,
  isList: client === 'continue',
  isMain,
});

export const isClientId = (text: string): text is ClientId => (CLIENT_IDS as readonly string[]).includes(text);
