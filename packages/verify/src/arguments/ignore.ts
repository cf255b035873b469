import { globToRegExp } from '@toolmark/annotations';

/** Whether changes of a path are left out of account, by globs of a recipe. */
export function ignoreMatcher(globs: readonly string[], home: string): (path: string) => boolean {
  const patterns = globs.map((glob) => globToRegExp(glob.replace(/^~(?=\/|$)/, home)));
  return (path) => patterns.some((pattern) => pattern.test(path));
}
