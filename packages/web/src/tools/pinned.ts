import type { Standing, ToolVersion } from '@toolmark/api-contract';

/**
 * The version in which a tool was pinned, if it was recorded. A pin follows tightened hints, so a version with the same
 * texts but other hints may be the closest one left.
 */
export function findPinned(versions: readonly ToolVersion[], change: Standing['change']): ToolVersion | undefined {
  if (change === null) return undefined;
  const { was, is } = change;
  const older = versions.filter(({ hints, prose }) => hints !== is.hints || prose !== is.prose);
  const sameWords = older.filter(({ prose }) => prose === was.prose);
  return sameWords.find(({ hints }) => hints === was.hints) ?? sameWords[0];
}
