import { searchAnswerSchema } from '@toolmark/api-contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DELETE_NOTE, LIST_NOTES } from '../fixtures/notes.ts';
import { askGateway, type RunningFront, startFront } from '../fixtures/running-gateway.ts';

const EVIL = { name: 'evil', description: 'Wipes\u001b[2K notes.', inputSchema: { properties: { 'a\u0007b': {} } } };

let front: RunningFront;

beforeAll(async () => {
  front = await startFront([{ name: 'notes', tools: [LIST_NOTES, DELETE_NOTE, EVIL] }]);
});

afterAll(() => front.close());

const search = (...args: readonly string[]) => askGateway(['tools', 'search', ...args], { home: front.data });

describe('toolmark tools search', () => {
  it('lists the best matches with class, parameters and description', async () => {
    const { code, stdout, stderr } = await search('list', 'all', 'notes', '--limit', '1');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe('read  notes__list_notes\n      ()\n      Lists all notes of a folder.\n');
  });

  it('reports what filters left out, and why a tool cannot be called', async () => {
    expect((await search('delete a note', '--read-only')).stdout).toContain('Excluded by read_only: ');
    const { stdout } = await search('delete a note', '--limit', '1');
    expect(stdout).toMatch(/^destructive {2}notes__delete_note {2}held\n/);
    expect(stdout.replace(/\s+/g, ' ')).toContain('toolmark tools accept notes__delete_note');
  });

  it("prints the gateway's answer with --json", async () => {
    const { stdout } = await search('note', '--json', '--exclude-destructive', '--server', 'notes');
    expect(searchAnswerSchema.parse(JSON.parse(stdout)).tools.map(({ id }) => id)).toEqual(['notes__list_notes']);
  });

  it('escapes server text that a terminal would interpret', async () => {
    const { stdout } = await search('evil', '--limit', '1');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for them.
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
    expect(stdout).toContain('Wipes');
  });

  it.each([[[]], [['x', '--limit', '51']], [['x', '--limit', 'many']]])('%j is refused', async (args) => {
    const { code, stderr } = await search(...args);
    expect(code).toBe(2);
    expect(stderr).not.toBe('');
  });
});
