import { readFileSync } from 'node:fs';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, describe, expect, it } from 'vitest';
import { connect } from './fixtures/connect.ts';
import { noOffline } from './fixtures/no-offline.ts';
import { MODULES } from './modules/modules.ts';
import { OAUTH_TOOLS } from './modules/oauth/index.ts';

const LIMIT = 30_000;

const connected = await connect({ offline: noOffline });
afterAll(() => connected[Symbol.asyncDispose]());
const { tools } = await connected.client.listTools();
const count = (names: ReadonlySet<string>): number =>
  countTokens(JSON.stringify(tools.filter(({ name }) => names.has(name))));
const modules = [...MODULES, { name: 'oauth', tools: OAUTH_TOOLS }];

describe('the list of tools', () => {
  it(`costs at most ${LIMIT} tokens with all modules`, () => {
    expect(tools).toHaveLength(105);
    expect(countTokens(JSON.stringify({ tools }))).toBeLessThanOrEqual(LIMIT);
  });

  it('costs the tokens stated in the README, by module', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const rows = [
      ...modules.map((each) => [each.name, each.tools.length, count(new Set(each.tools.map(({ name }) => name)))]),
      ['all', tools.length, countTokens(JSON.stringify({ tools }))],
    ].map(([name, number, tokens]) => `| ${name} | ${number} | ${tokens?.toLocaleString('en')} |`);
    const found = readme.split('\n').map((line) => line.replaceAll(/ +/g, ' ').trim());
    expect(rows.filter((row) => !found.includes(row))).toEqual([]);
  });
});
