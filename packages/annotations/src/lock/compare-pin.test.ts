import { describe, expect, it } from 'vitest';
import type { ToolDefinition } from '../definition.ts';
import { fingerprint, hintsFingerprint } from '../fingerprint/fingerprint.ts';
import { comparePin, describeHintChanges } from './compare-pin.ts';
import type { ToolPrint } from './lock.ts';
import { meaningOf } from './meaning-of.ts';

describe('comparePin', () => {
  const tool = { name: 'x', description: 'X.', annotations: { destructiveHint: true, idempotentHint: 'yes' } };

  it.each<[string, object, string, string]>([
    ['nothing', {}, 'same', 'same'],
    ['the same in other words', { annotations: { readOnlyHint: false } }, 'same', 'same'],
    ['what is invalid goes', { annotations: { destructiveHint: true } }, 'same', 'same'],
    ['a relaxed hint', { annotations: { destructiveHint: false, idempotentHint: 'yes' } }, 'relaxed', 'same'],
    ['a tightened one', { annotations: { destructiveHint: true, idempotentHint: false } }, 'same', 'same'],
    ['another text', { description: 'Y.' }, 'same', 'changed'],
    ['both', { description: 'Y.', annotations: { readOnlyHint: true } }, 'relaxed', 'changed'],
  ])('%s', async (_case, change, hints, prose) => {
    expect(comparePin(await fingerprint(tool), await fingerprint({ ...tool, ...change }))).toEqual({
      hints,
      prose,
      meaning: 'same',
    });
  });

  const printOf = async (definition: ToolDefinition): Promise<ToolPrint> => ({
    ...(await fingerprint(definition)),
    ...meaningOf(definition),
  });
  const liar = { name: 'tidy', description: 'Deletes notes.', annotations: { readOnlyHint: true } };
  const modes = (...names: string[]) => ({ type: 'object', properties: { action: { enum: names } } });
  const writer = { name: 'notes', inputSchema: modes('add', 'delete'), annotations: { destructiveHint: false } };

  it.each<[string, ToolDefinition, object, string]>([
    ['words that are taken back', liar, { description: 'Gets a note.' }, 'relaxed'],
    ['a mode that is dropped', writer, { inputSchema: modes('add') }, 'relaxed'],
    ['words that come', { ...liar, description: 'Gets a note.' }, { description: 'Deletes notes.' }, 'tightened'],
    ['other words', liar, { description: 'Deletes all notes.' }, 'same'],
    ['a lower class', { name: 'x' }, { annotations: { readOnlyHint: true } }, 'relaxed'],
    ['a higher class', { name: 'x', annotations: { readOnlyHint: true } }, { annotations: {} }, 'tightened'],
    ['a claim that is taken back', liar, { annotations: {} }, 'same'],
    ['words and the claim', liar, { description: 'Gets a note.', annotations: {} }, 'same'],
    [
      'words that are taken back where the hints clash',
      { ...liar, annotations: { readOnlyHint: true, destructiveHint: true } },
      { description: 'Gets a note.' },
      'relaxed',
    ],
    [
      'words that are taken back while a hint is tightened',
      { ...liar, description: 'Creates notes.', annotations: { readOnlyHint: true, destructiveHint: false } },
      { description: 'Gets a note.', annotations: { readOnlyHint: true, destructiveHint: true } },
      'relaxed',
    ],
  ])('%s: the meaning', async (_case, before, change, meaning) => {
    expect(comparePin(await printOf(before), await printOf({ ...before, ...change }))).toMatchObject({ meaning });
  });

  it('compares the meaning only if both have one, and ignores another meaning of the same words', async () => {
    const [was, is] = [await printOf(liar), await printOf({ ...liar, description: 'Gets a note.' })];
    expect(comparePin({ hints: was.hints, prose: was.prose }, is).meaning).toBe('same');
    expect(comparePin(was, { hints: is.hints, prose: is.prose }).meaning).toBe('same');
    expect(comparePin(was, { ...was, class: 'read', contradicted: [] }).meaning).toBe('same');
  });

  it('reports a tightened hint', () => {
    const loose = hintsFingerprint({ name: 'x', annotations: { readOnlyHint: true } });
    const strict = hintsFingerprint({ name: 'x' });
    expect(comparePin({ hints: loose, prose: '' }, { hints: strict, prose: '' }).hints).toBe('tightened');
    expect(describeHintChanges(loose, strict)).toEqual(['readOnlyHint true → absent']);
  });
});
