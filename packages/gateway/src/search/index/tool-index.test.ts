import { describe, expect, it } from 'vitest';
import { bestOf } from './best-of.ts';
import { RANKING } from './ranking.ts';
import type { SearchableTool } from './searchable.ts';
import { createToolIndex } from './tool-index.ts';

const tool = (name: string, description = '', server = 's', inputSchema: unknown = {}): SearchableTool => ({
  server,
  definition: { name, description, inputSchema },
});

function indexOf(tools: readonly SearchableTool[]) {
  const index = createToolIndex();
  for (const one of tools) index.add(one);
  const names = (question: string, limit = 10) =>
    index
      .search(question)
      .best(limit, () => true)
      .map(({ tool: { definition } }) => definition.name);
  return { index, names };
}

const TOOLS = [
  tool('createDirectory', 'Makes a directory.'),
  tool('delete_file', 'Deletes a file.'),
  tool('list_issues', 'Lists issues of a repository.', 'github', {
    properties: { state: { enum: ['open', 'closed'] }, assignee: { description: 'Who works on it' } },
  }),
  tool('send_email', 'Sends an email.'),
];

describe('a tool index', () => {
  it.each([
    ['the words of a name', 'create directory', 'createDirectory'],
    ['another form of a word', 'deleting files', 'delete_file'],
    ['a synonym', 'erase a document', 'delete_file'],
    ['a server', 'github', 'list_issues'],
    ['a parameter', 'assignee', 'list_issues'],
    ['the description of a parameter', 'who works', 'list_issues'],
    ['a value of a parameter', 'closed', 'list_issues'],
    ['a prefix', 'repos', 'list_issues'],
    ['a misspelt word', 'directroy', 'createDirectory'],
  ])('finds by %s', (_what, question, name) => expect(indexOf(TOOLS).names(question)[0]).toBe(name));

  it.each(['', '  ', 'the of and', 'xyzzy', '!?'])('finds nothing for %j', (question) =>
    expect(indexOf(TOOLS).names(question)).toEqual([]),
  );

  it('prefers tools with the requested action over others for the same object', () => {
    const { names } = indexOf([tool('remove_note', 'A note.'), tool('show_note', 'A note.')]);
    expect(names('look up a note')).toEqual(['show_note', 'remove_note']);
    expect(names('get rid of it, delete a note')).toEqual(['remove_note', 'show_note']);
  });

  it('prefers tools that are not deprecated', () => {
    const old = tool('read', 'Reads a file. DEPRECATED: use read_text.');
    const { names } = indexOf([old, tool('read_text', 'Reads a file. Use it for text only.')]);
    expect(names('read a file')).toEqual(['read_text', 'read']);
  });

  it('counts synonyms of one term once', () => {
    const many = tool('a', 'remove erase destroy purge wipe');
    const { names } = indexOf([many, tool('b', 'delete note')]);
    expect(names('delete note')[0]).toBe('b');
  });

  it('excludes removed tools at once', () => {
    const { index, names } = indexOf(TOOLS);
    for (const one of TOOLS.slice(0, 2)) index.remove(one);
    index.remove(tool('never added'));
    expect([names('delete file directory'), index.size(), index.removedCount()]).toEqual([[], 2, 2]);
  });

  it('applies the filter before the limit', () => {
    const tools = Array.from({ length: 100 }, (_unused, number) => tool(`file_${number}`, 'file'));
    const { index } = indexOf(tools);
    const last = tools.slice(-3);
    const found = index.search('file').best(2, (one) => last.includes(one));
    expect(found.map((match) => match.tool)).toEqual(last.slice(0, 2));
    expect(index.search('file').count((one) => last.includes(one))).toBe(3);
  });

  it.each([
    ['a misspelt word', 'invoise', 'invoise'],
    ['a prefix', 'invo', 'invo'],
    ['a prefix of too many words', 'inv', 'inva invb invc invd inve invf invg invh invi'],
  ])('finds by %s, even if only invisible tools have that word', (_what, question, words) => {
    const [seen, hidden] = [tool('list_invoices'), tool('other', words)];
    const exists = (one: SearchableTool) => one === seen;
    const { index } = indexOf([hidden, seen]);
    expect(index.search(question, exists).best(9, exists)).toHaveLength(1);
    // The same for words that only removed tools had.
    index.remove(hidden);
    expect(index.search(question).best(9, () => true)).toHaveLength(1);
  });

  it('bounds the time of a very long query', () => {
    const { names } = indexOf(TOOLS);
    expect(names(`delete a file ${'and more words '.repeat(10_000)}`)[0]).toBe('delete_file');
  });

  it('can use other ranking parameters', () => {
    const index = createToolIndex({ ranking: { ...RANKING, synonym: 0 }, thesaurus: () => [] });
    for (const one of TOOLS) index.add(one);
    expect(index.search('erase').best(1, () => true)).toEqual([]);
  });
});

describe('bestOf', () => {
  it('keeps the order of equal scores', () => {
    const scores = new Float32Array([1, 2, 2, 0, 1]);
    const found = bestOf(scores, ['a', 'b', 'c', 'd', undefined], 3, () => true);
    expect(found).toEqual([
      { tool: 'b', score: 2 },
      { tool: 'c', score: 2 },
      { tool: 'a', score: 1 },
    ]);
  });
});
