import { NextcloudError } from '../errors.ts';

/**
 * Deletes an object, and returns whether it existed. Some apps answer a repeated delete with an ambiguous status (Deck: 403,
 * Tables: 500), so `isThere` reads whether the object still exists: if it does, the failure is real.
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
