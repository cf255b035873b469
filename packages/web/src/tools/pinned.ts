import type { Standing, ToolVersion } from '@toolmark/api-contract';

/**
 * The form in which a tool was pinned, if it is still remembered. A pin follows hints that were tightened, so that one with the
 * same words may be all that is left of it.
 */
export function findPinned(versions: readonly ToolVersion[], change: Standing['change']): ToolVersion | undefined {
  if (change === null) return undefined;
  const { was, is } = change;
  const older = versions.filter(({ hints, prose }) => hints !== is.hints || prose !== is.prose);
  const sameWords = older.filter(({ prose }) => prose === was.prose);
  return sameWords.find(({ hints }) => hints === was.hints) ?? sameWords[0];
}
