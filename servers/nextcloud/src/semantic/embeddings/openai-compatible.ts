import * as z from 'zod';
import { NextcloudError } from '../../errors.ts';
import { readBody } from '../../http/read-body.ts';
import { type Embedder, toUnitLength } from './embedder.ts';

/** An OpenAI-compatible endpoint: a cloud, Ollama, vLLM. */
export interface EndpointOptions {
  /** Up to `/v1`: `http://127.0.0.1:11434/v1`. */
  readonly url: string;
  readonly model: string;
  /** Sent as bearer. */
  readonly key?: string;
  readonly timeoutMs?: number;
  readonly fetch?: typeof globalThis.fetch;
}

const BATCH = 64;
const TIMEOUT_MS = 30_000;
const MAX_REPLY_BYTES = 16 * 1024 * 1024;
const Reply = z.object({ data: z.array(z.object({ index: z.int(), embedding: z.array(z.number()).min(1) })) });

/**
 * Embeddings by `POST {url}/embeddings`, in batches of 64.
 *
 * @example
 * const embedder = createEndpointEmbedder({ url: 'http://127.0.0.1:11434/v1', model: 'nomic-embed-text' });
 */
export function createEndpointEmbedder(options: EndpointOptions): Embedder {
  return {
    name: `endpoint ${options.url} ${options.model}`,
    embed: async (texts, signal) => {
      const vectors: Float32Array[] = [];
      for (let at = 0; at < texts.length; at += BATCH)
        vectors.push(...(await embedBatch(texts.slice(at, at + BATCH), options, signal)));
      return vectors;
    },
  };
}

async function embedBatch(
  input: readonly string[],
  { url, model, key, timeoutMs = TIMEOUT_MS, fetch = globalThis.fetch }: EndpointOptions,
  signal: AbortSignal,
): Promise<readonly Float32Array[]> {
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`${url.replace(/\/+$/, '')}/embeddings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ model, input }),
      // A redirect would send the texts and the key to another host.
      redirect: 'error',
      signal: AbortSignal.any([signal, deadline]),
    });
    const { body } = await readBody(response, { max: MAX_REPLY_BYTES, cuts: false, what: 'the embeddings' });
    if (!response.ok) throw failed(`it answered with status ${response.status}`);
    return toVectors(JSON.parse(new TextDecoder().decode(body)), input.length);
  } catch (error) {
    if (error instanceof NextcloudError) throw error;
    if (signal.aborted) throw signal.reason;
    if (deadline.aborted) throw failed(`no answer within ${timeoutMs / 1000} s`);
    throw failed(error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error));
  }
}

function toVectors(reply: unknown, count: number): readonly Float32Array[] {
  const checked = Reply.safeParse(reply);
  if (!checked.success) throw failed('its answer is not a list of embeddings');
  const byIndex = new Map(checked.data.data.map(({ index, embedding }) => [index, embedding]));
  return Array.from({ length: count }, (_, index) => {
    const embedding = byIndex.get(index);
    if (embedding === undefined) throw failed(`text ${index} has no embedding`);
    return toUnitLength(Float32Array.from(embedding));
  });
}

const failed = (reason: string): NextcloudError =>
  new NextcloudError('UNREACHABLE', `The embeddings endpoint failed: ${reason}. Check --embeddings-url and its model.`);
