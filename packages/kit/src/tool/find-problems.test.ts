import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { categories } from '../hints/categories.ts';
import { findProblems } from './find-problems.ts';
import { ToolDefinitionError } from './tool-definition-error.ts';

const sound = {
  name: 'get_note',
  isTaken: false,
  config: {
    title: 'Get Note',
    description: { summary: 'Gets one note.', example: { id: 'a' } },
    inputSchema: z.object({ id: z.string().describe('Its id') }),
    outputSchema: z.object({ id: z.string() }),
    annotations: categories.read({ openWorld: false }),
    use: [],
  },
  handler: () => ({ id: 'a' }),
};

const withConfig = (change: object) => ({ ...sound, config: { ...sound.config, ...change } });
const withHints = (change: object) => withConfig({ annotations: { ...sound.config.annotations, ...change } });
const paths = (declaration: typeof sound | object) =>
  findProblems({ ...sound, ...declaration }).map(({ path }) => path);

describe('findProblems', () => {
  it('finds none in a valid declaration', () => {
    expect(findProblems(sound)).toEqual([]);
    expect(findProblems(withConfig({ inputSchema: undefined, outputSchema: undefined, use: undefined }))).toEqual([]);
    expect(findProblems(withConfig({ description: 'Gets one note.' }))).toEqual([]);
    expect(findProblems(withConfig({ description: { summary: 'Gets one note.' } }))).toEqual([]);
    expect(findProblems(withHints({ title: 'Get Note' }))).toEqual([]);
  });

  it.each<[string, object, readonly string[]]>([
    ['no name', { name: undefined }, ['name']],
    ['a blank name', { name: ' ' }, ['name']],
    ['a name that is taken', { isTaken: true }, ['name']],
    ['no configuration', { config: undefined }, ['']],
    ['no title', withConfig({ title: undefined }), ['title']],
    ['a blank title', withConfig({ title: '\t' }), ['title']],
    ['no description', withConfig({ description: undefined }), ['description']],
    ['a blank description', withConfig({ description: '' }), ['description']],
    ['parts without a summary', withConfig({ description: { returns: 'x' } }), ['description.summary']],
    ['no readOnlyHint', withHints({ readOnlyHint: undefined }), ['annotations.readOnlyHint']],
    ['no destructiveHint', withHints({ destructiveHint: undefined }), ['annotations.destructiveHint']],
    ['no idempotentHint', withHints({ idempotentHint: undefined }), ['annotations.idempotentHint']],
    ['no openWorldHint', withHints({ openWorldHint: undefined }), ['annotations.openWorldHint']],
    ['a hint that is a string', withHints({ readOnlyHint: 'true' }), ['annotations.readOnlyHint']],
    ['a hint that is null', withHints({ idempotentHint: null }), ['annotations.idempotentHint']],
    ['read-only and destructive', withHints({ destructiveHint: true }), ['annotations']],
    ['two different titles', withHints({ title: 'Fetch Note' }), ['annotations.title']],
    ['a raw shape', withConfig({ inputSchema: { id: z.string() } }), ['inputSchema']],
    ['an input that is a list', withConfig({ inputSchema: z.array(z.string()) }), ['inputSchema']],
    ['an output that is a list', withConfig({ outputSchema: z.array(z.string()) }), ['outputSchema']],
    ['an output that JSON cannot say', withConfig({ outputSchema: z.object({ at: z.date() }) }), ['outputSchema']],
    [
      'a parameter without a description',
      withConfig({ inputSchema: z.object({ id: z.string() }) }),
      ['inputSchema.id'],
    ],
    [
      'a nested parameter without one',
      withConfig({ inputSchema: z.object({ by: z.object({ tag: z.string() }).describe('How') }) }),
      ['inputSchema.by.tag'],
    ],
    [
      'an example that does not fit',
      withConfig({ description: { summary: 'Gets.', example: { id: 7 } } }),
      ['description.example.id'],
    ],
    [
      'an example of another type',
      withConfig({ description: { summary: 'Gets.', example: 7 } }),
      ['description.example'],
    ],
    ['middleware that is none', withConfig({ use: ['log'] }), ['use']],
    ['no handler', { handler: undefined }, ['handler']],
  ])('%s', (_, declaration, expected) => {
    expect(paths(declaration)).toEqual(expected);
  });

  it('reports all problems at once, each with a fix', () => {
    const problems = findProblems({
      name: 'get_note',
      isTaken: true,
      config: {
        title: '',
        description: { summary: 'Gets one note.', example: { id: 7 } },
        annotations: { readOnlyHint: true, destructiveHint: true, idempotentHint: 'yes' },
        inputSchema: z.object({ id: z.string(), by: z.object({ tag: z.string() }).describe('How') }),
        outputSchema: z.object({ id: z.string() }),
      },
      handler: undefined,
    });
    expect(new ToolDefinitionError('get_note', problems).message).toBe(
      [
        "Tool 'get_note' cannot be registered:",
        "  - The server already has a tool 'get_note'. Give this one another name.",
        "  - title is missing. Give the tool a readable name, such as 'Delete Note'.",
        '  - annotations.idempotentHint is "yes", not a boolean. Say true if a repeat with the same arguments has no further effect, else false.',
        "  - annotations.openWorldHint is missing. Say true if the tool reaches beyond the server's own data, else false.",
        '  - annotations has readOnlyHint and destructiveHint both true. A tool that changes nothing destroys nothing: set readOnlyHint to false, or destructiveHint to false.',
        "  - Parameter 'id' has no description. Add one, with Zod: .describe('…').",
        "  - Parameter 'by.tag' has no description. Add one, with Zod: .describe('…').",
        "  - The example does not fit outputSchema at 'id': Invalid input: expected string, received number. Show a real response.",
        '  - The third argument must be the handler function.',
      ].join('\n'),
    );
  });

  it('lists all four hints if there are no annotations', () => {
    expect(paths(withConfig({ annotations: undefined }))).toEqual([
      'annotations.readOnlyHint',
      'annotations.destructiveHint',
      'annotations.idempotentHint',
      'annotations.openWorldHint',
    ]);
  });
});
