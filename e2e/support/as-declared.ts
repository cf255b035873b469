/** Entries of `mcpServers`. */
type Servers = Readonly<Record<string, object>>;

/**
 * Most tests are about something else than whether a person has reviewed what a server claims: a server that says nothing of its
 * `trust` is believed here.
 */
export const asDeclared = (servers: Servers): Servers =>
  Object.fromEntries(Object.entries(servers).map(([name, entry]) => [name, { trust: 'declared', ...entry }]));

/** The same for the text of a config; text that is none stays as it is. */
export function asDeclaredText(text: string): string {
  let config: unknown;
  try {
    config = JSON.parse(text);
  } catch {
    return text;
  }
  if (!isObject(config) || !isObject(config['mcpServers'])) return text;
  const servers = Object.entries(config['mcpServers']);
  if (!servers.every(([, entry]) => isObject(entry))) return text;
  return JSON.stringify({ ...config, mcpServers: asDeclared(config['mcpServers'] as Servers) });
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
