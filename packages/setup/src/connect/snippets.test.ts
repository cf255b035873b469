import { execFileSync } from 'node:child_process';
import { shellWord } from '@toolmark/base';
import fc from 'fast-check';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { isSelf } from '../import/is-self.ts';
import { serversAt } from '../import/read-source.ts';
import { sourcesFor } from '../import/sources.ts';
import { toEntry } from '../import/to-entry.ts';
import { connectSnippets } from './snippets.ts';

const MCP_URL = 'http://127.0.0.1:7420/mcp';
const MACHINE = { platform: 'linux', env: {}, home: '/home/ann' };
const OPTIONS = {
  url: 'http://127.0.0.1:7420',
  token: 'abc',
  stdio: { command: '/usr/bin/node', args: ['/opt/toolmark', 'stdio'], env: { TOOLMARK_HOME: '/data' } },
};

describe('connectSnippets', () => {
  it('exist for every client, with correct client ids', () => {
    expect(connectSnippets(OPTIONS).map(({ client }) => client)).toEqual([
      ...['claude-code', 'claude-desktop', 'cursor', 'vscode', 'windsurf', 'codex', 'gemini', 'zed'],
      ...['qwen', 'opencode', 'goose', 'cline', 'continue', 'junie', 'copilot', 'amp', 'lmstudio', 'other'],
    ]);
  });

  it.each(
    connectSnippets(OPTIONS)
      .filter(({ language }) => language !== 'shell')
      .map((snippet) => [snippet.client, snippet] as const),
  )('is read by %s as this gateway, with the token', (client, { text, language }) => {
    const source = sourcesFor(MACHINE).find((each) => each.client === client);
    const config: unknown =
      language === 'toml' ? parseToml(text) : language === 'yaml' ? parseYaml(text) : JSON.parse(text);
    const [[name, raw] = []] = serversAt(config, source?.place ?? ['mcpServers']);
    const entry = toEntry(raw, { client, project: null, dialect: source?.dialect ?? 'none' }, MACHINE);
    if (!entry.ok) throw new Error(entry.error);
    expect([name, isSelf(entry.value.entry, MCP_URL)]).toEqual(['toolmark', true]);
    const { headers, env } = entry.value.entry;
    if (client === 'claude-desktop' || client === 'junie')
      expect(env).toEqual({ TOOLMARK_HOME: '/data', TOOLMARK_TOKEN: 'abc' });
    else expect(headers).toEqual({ Authorization: 'Bearer abc' });
  });

  it('are one command for Claude Code', () => {
    expect(connectSnippets(OPTIONS)[0]?.text).toBe(
      `claude mcp add --transport http --scope user toolmark ${MCP_URL} --header "Authorization: Bearer abc"`,
    );
  });

  it('have no header without a token', () => {
    const texts = connectSnippets({ ...OPTIONS, token: undefined }).map(({ text }) => text);
    expect(texts.filter((text) => /authorization|bearer|header|TOOLMARK_TOKEN/i.test(text))).toEqual([]);
  });
});

describe('shellWord', () => {
  it.each([
    ['plain', 'plain'],
    ['http://127.0.0.1:7420/mcp', 'http://127.0.0.1:7420/mcp'],
    ['Authorization: Bearer a.b_c~d+e/f=', '"Authorization: Bearer a.b_c~d+e/f="'],
    ['$(rm -rf x)', "'$(rm -rf x)'"],
    ["it's", String.raw`'it'\''s'`],
    ['', "''"],
  ])('%s becomes %s', (word, wanted) => expect(shellWord(word)).toBe(wanted));

  it('survives a shell unchanged', () => {
    // One shell runs all words; each is printed followed by a NUL byte, which no argument can contain.
    const words = fc.sample(
      fc.string({ unit: 'binary-ascii' }).map((text) => text.replaceAll('\0', '')),
      300,
    );
    const script = words.map((word) => `printf '%s\\0' ${shellWord(word)}`).join('\n');
    expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)).toEqual(words);
  });
});
