import { readFileSync } from 'node:fs';
import { lint, PROFILES, type ToolDefinition } from '@toolmark/annotations';
import { testAnnotations } from '@toolmark/kit/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { ERROR_CODES } from './errors.ts';
import { createPlayground } from './fixtures/playground.ts';
import { connect, WIRES } from './fixtures/wires.ts';
import { createDemoServer } from './server.ts';

const table = new URL('../TOOLS.md', import.meta.url);
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const playground = await createPlayground();
afterAll(() => playground[Symbol.asyncDispose]());

describe.each(PROFILES.map(({ name }) => name))('with the rules of %s', (profile) => {
  testAnnotations(
    { describe, it },
    {
      target: { server: () => createDemoServer(playground.store) },
      table,
      profile,
      failOn: 'note',
      ignore: [{ code: 'TM401', tool: 'purge_drafts', reason: 'declared read-only on purpose, for checks to find' }],
    },
  );
});

describe('the tools, as clients see them', () => {
  const listTools = async (): Promise<readonly ToolDefinition[]> => {
    const [wire] = WIRES;
    if (wire === undefined) throw new Error('no wires');
    await using demo = await connect(wire, playground.store);
    return (await demo.client.listTools()).tools;
  };

  it.each(PROFILES.map(({ name }) => name))('have only the intended fault under the rules of %s', async (profile) => {
    const findings = lint(await listTools(), { profile });
    expect(findings.map(({ code, message }) => `${code} ${message}`)).toEqual([
      "TM401 Tool 'purge_drafts': the name says 'purge', but readOnlyHint=true is declared",
      "TM401 Tool 'purge_drafts': the name says 'purge', but destructiveHint=false is declared",
    ]);
  });

  it('have titles of two to four words', async () => {
    for (const { title } of await listTools()) expect(String(title)).toMatch(/^\S+( \S+){1,3}$/);
  });

  it('are all in the README', async () => {
    for (const { name } of await listTools()) expect(readme).toContain(`\`${name}\``);
  });
});

describe('the errors', () => {
  it('match the README', () => {
    const documented = [...readme.matchAll(/^\| `([A-Z_]+)` +\|/gm)].map(([, code]) => code);
    expect(documented).toEqual([...ERROR_CODES]);
  });
});
