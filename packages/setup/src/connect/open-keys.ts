/** Keys of servers whose values are shown, except for parts that look like secrets. */
export const OPEN_KEYS: ReadonlySet<string> = new Set([
  'type',
  'url',
  'serverUrl',
  'uri',
  'httpUrl',
  'command',
  'cmd',
  'args',
  'cwd',
  'bearer_token_env_var',
  'enabled_tools',
  'disabled_tools',
]);
