import type { Semantic } from '../semantic/create-semantic.ts';
import type { OAuth } from './create-oauth.ts';

const INTERVAL_MS = 5 * 60_000;

/** Keeps the index of every user with a grant up to date, one user at a time. Returns a stop function. */
export function indexInBackground(
  semantic: Pick<Semantic, 'sync'>,
  oauth: Pick<OAuth, 'grantedNextclouds'>,
  onError: (sentence: string) => void,
): () => void {
  let isRunning = false;
  let isStopped = false;
  const run = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    try {
      for (const nextcloud of await oauth.grantedNextclouds()) {
        if (isStopped) return;
        await semantic.sync(nextcloud).catch((error: unknown) => onError(messageOf(error)));
      }
    } catch (error) {
      onError(messageOf(error));
    } finally {
      isRunning = false;
    }
  };
  void run();
  const timer = setInterval(() => void run(), INTERVAL_MS).unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
