import { MASK } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { showText } from './show-text.ts';

const shown = (text: string, format: 'json' | 'toml' | 'yaml', secrets: readonly string[] = []): string =>
  showText(text, format, secrets).shown.join('\n');

describe('a config shown to a person', () => {
  it.each<[string, string]>([
    ['url = "https://u:pw@x.org/mcp?key=abc"', `url = "https://${MASK}@x.org/mcp?key=${MASK}"`],
    ['command = "npx"', 'command = "npx"'],
    ['args = ["-y", "x", "--token", "abc"]', `args = ["-y", "x", "--token", "${MASK}"]`],
    ['Authorization = "Bearer abc"', `Authorization = "${MASK}"`],
    ['http_headers = { "X" = "abc" }', `http_headers = "${MASK}"`],
    ['startup_timeout_sec = 20', 'startup_timeout_sec = 20'],
    ['enabled = true', 'enabled = true'],
    ['[mcp_servers."a.b".env]', '[mcp_servers."a.b".env]'],
    ['  "of a list before",', MASK],
    ['# key = "abc"', MASK],
    ['', ''],
  ])('masks the TOML line %s', (line, wanted) => expect(shown(line, 'toml')).toBe(wanted));

  it.each<[string, string]>([
    ['    uri: https://u:pw@x.org/mcp', `    uri: https://${MASK}@x.org/mcp`],
    ['  - name: "x"', `  - name: ${MASK}`],
    ['      Authorization: Bearer abc', `      Authorization: ${MASK}`],
    ['extensions:', 'extensions:'],
    ['enabled: true', 'enabled: true'],
    ['args: ["--token", "abc"]', `args: ${MASK}`],
    ['args:\n  - --token\n  - abc', `args:\n  - --token\n  - ${MASK}`],
    ['env_keys:\n  - abc', `env_keys:\n  - ${MASK}`],
    ['key: |\n  abc', `key: ${MASK}\n${MASK}`],
    ['cmd: npx # abc', `cmd: ${MASK}`],
    ['# key: abc', MASK],
    ['', ''],
  ])('masks the YAML lines %j', (lines, wanted) => expect(shown(lines, 'yaml')).toBe(wanted));

  it('masks known secrets everywhere', () => {
    expect(shown('{ "note": "my-token" }', 'json', ['my-token'])).toBe(`{ "note": "${MASK}" }`);
  });

  it('shows only values that are certainly harmless if the text is too large to parse', () => {
    const long = `"filler": [\n${'    "x",\n'.repeat(80_000)}    "x"\n  ]`;
    const text = `{\n  ${long},\n  "toolmark": {\n    "url": "http://127.0.0.1:7420/mcp",\n    "Authorization": "Bearer abc"\n  }\n}`;
    expect(showText(text, 'json', []).shown.slice(-5)).toEqual([
      ...['  "toolmark": {', '    "url": "http://127.0.0.1:7420/mcp",', `    "Authorization": "${MASK}"`, '  }', '}'],
    ]);
  });
});
