import { readFileSync } from 'node:fs';
import type { Tool } from '@modelcontextprotocol/client';
import { lint, PROFILES } from '@toolmark/annotations';
import { testAnnotations } from '@toolmark/kit/testing';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from './errors.ts';
import { idleServer } from './fixtures/idle-services.ts';
import { listTools } from './fixtures/list-tools.ts';
import { LANGUAGES } from './lang/lang.ts';
import { MODULES } from './modules/modules.ts';
import { createCloudBaseServer } from './server.ts';

/** A tool as in the inventory of the original server. */
interface Listed {
  readonly name: string;
  readonly title_en: string;
  readonly title_zh: string;
  readonly annotations: Readonly<Record<string, boolean>>;
  readonly params: readonly { readonly name: string; readonly required: boolean }[];
}

const inventory = JSON.parse(
  readFileSync(new URL('../fixtures/inventory.json', import.meta.url), 'utf8'),
) as readonly Listed[];
const readme = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

describe.each(PROFILES.map(({ name }) => name))('with the rules of %s', (profile) => {
  testAnnotations(
    { describe, it },
    {
      target: { server: () => createCloudBaseServer(idleServer('en')) },
      table: new URL('../TOOLS.md', import.meta.url),
      profile,
      ignore: [
        {
          code: 'TM403',
          tool: 'domainManagement',
          reason: 'delete needs the consent of the user; the contract tests prove it.',
        },
        {
          code: 'TM407',
          tool: 'manageDataModel',
          reason: 'The name is that of the original server; its actions only read.',
        },
      ],
    },
  );
});

const [en, zh, unattended] = await Promise.all([
  listTools(idleServer('en')),
  listTools(idleServer('zh')),
  listTools(idleServer('en', true)),
]);
const named = (tools: readonly Tool[], name: string): Tool | undefined => tools.find((tool) => tool.name === name);

describe('the tools', () => {
  it('are exactly the 36 of the inventory', () => {
    expect(en.map(({ name }) => name)).toEqual(inventory.map(({ name }) => name));
    expect(en).toHaveLength(36);
  });

  it.each(inventory.map((tool) => [tool.name, tool] as const))('%s is as in the inventory', (name, tool) => {
    const found = named(en, name);
    expect(found?.annotations).toMatchObject(tool.annotations);
    expect([found?.title, named(zh, name)?.title]).toEqual([tool.title_en, tool.title_zh]);
    expect(Object.keys(found?.inputSchema.properties ?? {})).toEqual(tool.params.map((param) => param.name));
    // `confirm` has no effect: the original has it only for clients that could not send an empty object.
    const required = tool.params.filter((param) => param.required && param.name !== 'confirm').map(({ name }) => name);
    expect(found?.inputSchema.required ?? []).toEqual(required);
  });

  it('send all four hints, and structured results', () => {
    for (const { name, annotations = {}, outputSchema } of en) {
      const { title: _, ...hints } = annotations;
      expect([name, Object.keys(hints).length, outputSchema?.['type']]).toEqual([name, 4, 'object']);
      expect(Object.values(hints).every((value) => typeof value === 'boolean')).toBe(true);
    }
  });

  it('have no finding that is an error', () => {
    expect(lint(en).filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it.each([
    ['en', en],
    ['zh', zh],
  ])('describe every parameter, inner ones too (%s)', (_, tools) => {
    const silent = tools.flatMap(({ name, inputSchema }) => withoutDescription(inputSchema, name));
    expect(silent).toEqual([]);
  });

  it('have a Chinese text for every description', () => {
    for (const { name, description = '', inputSchema } of zh) {
      expect([name, /\p{Script=Han}/u.test(description)]).toEqual([name, true]);
      for (const text of descriptionsIn(inputSchema))
        expect([name, text]).toEqual([name, expect.stringMatching(/\p{Script=Han}/u)]);
    }
    for (const { name, description = '', inputSchema } of en)
      expect([name, /\p{Script=Han}/u.test(description + descriptionsIn(inputSchema).join(''))]).toEqual([name, false]);
  });

  it.each(LANGUAGES)('cost at most 12,000 tokens (%s), as the README says', (language) => {
    const tokens = countTokens(JSON.stringify({ tools: language === 'en' ? en : zh }));
    expect(tokens).toBeLessThanOrEqual(12_000);
    expect(readme('README.md')).toContain(tokens.toLocaleString('en'));
  });
});

describe('unattended', () => {
  const guarded = MODULES.flatMap(({ tools }) => tools).filter(({ isGuarded }) => isGuarded);

  it('declares the losses that then happen without a question', () => {
    expect(guarded.map(({ name }) => name)).toEqual([
      'uploadFiles',
      'deleteFiles',
      'domainManagement',
      'createFunction',
      'updateFunctionCode',
      'uploadFile',
      'downloadTemplate',
      'updateCollection',
      'updateDocuments',
    ]);
    for (const { name } of guarded)
      expect([name, named(unattended, name)?.annotations?.destructiveHint]).toEqual([name, true]);
  });

  it('changes no other hint', () => {
    const rest = (tools: readonly Tool[]) =>
      tools
        .filter(({ name }) => !guarded.some((each) => each.name === name))
        .map(({ name, annotations }) => [name, annotations]);
    expect(rest(unattended)).toEqual(rest(en));
  });
});

describe('the README', () => {
  it.each(['README.md', 'README.zh.md'])('%s explains every error, and no others', (file) => {
    expect([...readme(file).matchAll(/^\| `([A-Z_]+)` +\|/gm)].map(([, code]) => code)).toEqual([...ERROR_CODES]);
  });
});

function descriptionsIn(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const inner = Object.values(schema).flatMap(descriptionsIn);
  return 'description' in schema && typeof schema.description === 'string' ? [schema.description, ...inner] : inner;
}

/** The paths of members without a description. */
function withoutDescription(schema: unknown, path: string): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties, items } = schema as {
    readonly properties?: Readonly<Record<string, object>>;
    readonly items?: unknown;
  };
  const own = Object.entries(properties ?? {}).flatMap(([name, member]) => [
    ...('description' in member && member.description !== '' ? [] : [`${path}.${name}`]),
    ...withoutDescription(member, `${path}.${name}`),
  ]);
  return [...own, ...withoutDescription(items, `${path}[]`)];
}
