import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createSemanticIndex } from './create-semantic-index.ts';
import type { Embedder } from './embeddings/embedder.ts';
import { createFeatureHashing } from './embeddings/feature-hashing.ts';
import { createSentenceEncoder } from './embeddings/sentence-encoder.ts';
import { rankChunks } from './rank-chunks.ts';
import { indexDocument } from './sync-documents.ts';
import { toContentWords } from './words.ts';

interface Labelled {
  readonly notes: readonly { readonly id: number; readonly title: string; readonly content: string }[];
  readonly questions: readonly { readonly kind: string; readonly question: string; readonly note: number }[];
}

const FILE = new URL('./fixtures/labelled.json', import.meta.url);
const { notes, questions } = JSON.parse(readFileSync(FILE, 'utf8')) as Labelled;
const { signal } = new AbortController();

const KINDS = ['words', 'name', 'paraphrase'] as const;

/** Recall at 5 by search method and kind of question. */
async function measureRecall(embedder: Embedder): Promise<Readonly<Record<string, readonly number[]>>> {
  const index = createSemanticIndex(':memory:', embedder.name);
  const owner = index.of('test');
  for (const { id, title, content } of notes) {
    const document = { id: String(id), version: '1', title, category: '', text: content };
    await indexDocument('note', document, { index: owner, embedder }, signal);
  }
  const found = new Map<string, number>();
  for (const { question, note, kind } of questions) {
    const wanted = { types: ['note'], limit: 50 } as const;
    const [vector] = await embedder.embed([question], signal);
    const rankings = {
      words: owner.byWords(toContentWords(question), wanted),
      vectors: vector === undefined ? [] : owner.byVector(vector, wanted),
      rrf: rankChunks(owner, { ...wanted, query: question, vector, fusion: 'rrf' }),
      dbsf: rankChunks(owner, { ...wanted, query: question, vector, fusion: 'dbsf' }),
    };
    for (const [name, ranking] of Object.entries(rankings))
      if (ranking.slice(0, 5).some(({ chunk }) => owner.chunk(chunk)?.id === String(note)))
        for (const key of [`${name} ${kind}`, `${name} all`]) found.set(key, (found.get(key) ?? 0) + 1);
  }
  index.close();
  const share = (name: string, kind: string): number =>
    (found.get(`${name} ${kind}`) ?? 0) / questions.filter((each) => kind === 'all' || each.kind === kind).length;
  return Object.fromEntries(
    ['words', 'vectors', 'rrf', 'dbsf'].map((name) => [name, [...KINDS, 'all'].map((kind) => share(name, kind))]),
  );
}

/** The numbers of a table row in SEMANTIC.md. */
function figuresInRow(row: string): readonly number[] {
  const semantic = readFileSync(new URL('../../SEMANTIC.md', import.meta.url), 'utf8');
  const cells = semantic.split('\n').find((line) => line.replaceAll('*', '').startsWith(`| ${row} `));
  return (cells ?? '').split('|').slice(2, -1).map(Number);
}

/** A tolerance of one question, because the model computes in floating point. */
const expectAsTold = (measured: readonly number[] | undefined, row: string): void => {
  const figures = figuresInRow(row);
  expect([row, figures.length]).toEqual([row, KINDS.length + 1]);
  for (const [at, figure] of figures.entries())
    expect(Math.abs(figure - (measured?.[at] ?? 0)), row).toBeLessThan(0.03);
};

describe('R@5 on the labelled set', () => {
  it('has at least 100 notes and 60 questions, half of them paraphrases', () => {
    expect(notes.length).toBeGreaterThanOrEqual(100);
    expect(questions.length).toBeGreaterThanOrEqual(60);
    expect(questions.filter(({ kind }) => kind === 'paraphrase').length).toBeGreaterThanOrEqual(questions.length / 2);
    for (const { kind, note } of questions) {
      expect(KINDS).toContain(kind);
      expect(notes.map(({ id }) => id)).toContain(note);
    }
  });

  it('of the default method is as in SEMANTIC.md, and the best', { timeout: 60_000 }, async () => {
    const measured = await measureRecall(createSentenceEncoder());
    expectAsTold(measured['words'], 'full text alone');
    expectAsTold(measured['vectors'], 'sentence encoder, vectors alone');
    expectAsTold(measured['rrf'], 'sentence encoder, fused (rrf), the default');
    expectAsTold(measured['dbsf'], 'sentence encoder, fused (dbsf)');
    const shares = Object.values(measured).map((figures) => figures.at(-1) ?? 0);
    expect(measured['rrf']?.at(-1)).toBe(Math.max(...shares));
  });

  it('of feature hashing is lower than the default', async () => {
    const measured = await measureRecall(createFeatureHashing());
    expectAsTold(measured['vectors'], 'feature hashing, vectors alone');
    expectAsTold(measured['rrf'], 'feature hashing, fused (rrf)');
    expect(measured['rrf']?.at(-1)).toBeLessThan(0.7);
  });
});
