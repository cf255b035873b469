import { NextcloudError } from '../errors.ts';

/**
 * Deletes something, and says whether it was there. Some apps answer a repeated delete with a status that also means something else
 * (Deck: 403, Tables: 500), so `isThere` reads whether the thing still exists: where it does, the failure is a real one.
 *
 * @example
 * const wasThere = await removeOnce([403], () => deck.remove(card), () => deck.has(card));
 */
export async function removeOnce(
  statusesWhenGone: readonly number[],
  remove: () => Promise<unknown>,
  isThere: () => Promise<boolean>,
): Promise<boolean> {
  try {
    await remove();
    return true;
  } catch (error) {
    if (!(error instanceof NextcloudError) || !statusesWhenGone.includes(error.status ?? 0) || (await isThere()))
      throw error;
    return false;
  }
}
