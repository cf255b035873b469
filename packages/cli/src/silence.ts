import { toSeconds } from '@toolmark/reach';

/** A deadline that restarts with every received piece. */
export interface Silence {
  readonly signal: AbortSignal;
  readonly watch: (body: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
  readonly end: () => void;
}

/**
 * Aborts if nothing arrives for a while, including the response headers. The time spent processing a piece does not
 * count.
 *
 * @example
 * const silence = createSilence(60_000);
 * const { body } = await fetch(url, { signal: silence.signal });
 * for await (const chunk of silence.watch(body)) take(chunk);
 */
export function createSilence(silenceMs: number): Silence {
  const controller = new AbortController();
  const giveUp = (): void => controller.abort(new Error(`nothing arrived for ${toSeconds(silenceMs)}`));
  let timer = setTimeout(giveUp, silenceMs);
  const end = (): void => clearTimeout(timer);
  return {
    signal: controller.signal,
    end,
    watch: async function* (body) {
      try {
        for await (const chunk of body) {
          end();
          yield chunk;
          timer = setTimeout(giveUp, silenceMs);
        }
      } finally {
        end();
      }
    },
  };
}
