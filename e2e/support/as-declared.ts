/** Entries of `mcpServers`. */
type Servers = Readonly<Record<string, object>>;

/** Sets `declared` trust for servers without a `trust`, because most tests are not about reviewing claims. */
export const asDeclared = (servers: Servers): Servers =>
  Object.fromEntries(Object.entries(servers).map(([name, entry]) => [name, { trust: 'declared', ...entry }]));

/** The same for a config file's text; invalid text is returned unchanged. */
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
