import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createSemanticIndex } from './create-semantic-index.ts';
import type { Embedder } from './embeddings/embedder.ts';
import { createFeatureHashing } from './embeddings/feature-hashing.ts';
import { createSentenceEncoder } from './embeddings/sentence-encoder.ts';
import { fuse } from './fuse.ts';
import { indexDocument } from './sync-documents.ts';
import { toContentWords } from './words.ts';

interface Labelled {
  readonly notes: readonly { readonly id: number; readonly title: string; readonly content: string }[];
  readonly questions: readonly { readonly kind: string; readonly question: string; readonly note: number }[];
}

const FILE = new URL('./fixtures/labelled.json', import.meta.url);
const { notes, questions } = JSON.parse(readFileSync(FILE, 'utf8')) as Labelled;
const { signal } = new AbortController();

/** The share of questions whose note is among the first five, for each way to search. */
async function measureRecall(embedder: Embedder) {
  const index = createSemanticIndex(':memory:', embedder.name);
  const owner = index.of('test');
  for (const { id, title, content } of notes) {
    const document = { id: String(id), version: '1', title, category: '', text: content };
    await indexDocument('note', document, { index: owner, embedder }, signal);
  }
  const found = { words: 0, vectors: 0, fused: 0 };
  for (const { question, note } of questions) {
    const query = { types: ['note'], limit: 50 } as const;
    const words = owner.byWords(toContentWords(question), query);
    const [vector = new Float32Array()] = await embedder.embed([question], signal);
    const vectors = owner.byVector(vector, query);
    const isIn = (ranking: typeof words): number =>
      ranking.slice(0, 5).some(({ chunk }) => owner.chunk(chunk)?.id === String(note)) ? 1 : 0;
    found.words += isIn(words);
    found.vectors += isIn(vectors);
    found.fused += isIn(fuse('rrf', [words, vectors]));
  }
  index.close();
  const share = (count: number): number => count / questions.length;
  return { words: share(found.words), vectors: share(found.vectors), fused: share(found.fused) };
}

describe('R@5 on the labelled set', () => {
  it('has at least 100 notes and 60 questions, half of them paraphrases', () => {
    expect(notes.length).toBeGreaterThanOrEqual(100);
    expect(questions.length).toBeGreaterThanOrEqual(60);
    expect(questions.filter(({ kind }) => kind === 'paraphrase').length).toBeGreaterThanOrEqual(questions.length / 2);
  });

  it('of the default model stays at what SEMANTIC.md says', { timeout: 60_000 }, async () => {
    const { words, vectors, fused } = await measureRecall(createSentenceEncoder());
    expect(words).toBeGreaterThanOrEqual(0.574 - 0.03);
    expect(vectors).toBeGreaterThanOrEqual(0.956 - 0.03);
    expect(fused).toBeGreaterThanOrEqual(0.897 - 0.03);
  });

  it('of feature hashing is lower, which is why it is not the default', async () => {
    expect((await measureRecall(createFeatureHashing())).fused).toBeLessThan(0.7);
  });
});
