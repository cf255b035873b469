import { inflateSync } from 'node:zlib';

/** Where in a repository's folder a path lies; `undefined` outside of one. */
export function gitPlace(path: string): { readonly folder: string; readonly inside: string } | undefined {
  const match = /^(.*\/\.git)\/(.+)$/.exec(path);
  return match?.[1] === undefined || match[2] === undefined ? undefined : { folder: match[1], inside: match[2] };
}

/** Files that git keeps for itself: caches, and what it did last. */
export function isGitBookkeeping(inside: string): boolean {
  return /^(?:index|logs\/|COMMIT_EDITMSG|ORIG_HEAD|FETCH_HEAD|gc\.|hooks\/)/.test(inside);
}

const MAX_STEPS = 1_000;

/**
 * Whether the old commit is among the ancestors of the new one, so that moving a branch loses nothing. Only loose objects
 * are read: commits that a tool has just made are loose.
 */
export function isAncestor(
  ancestor: string,
  commit: string,
  readObject: (path: string) => Buffer | undefined,
  folder: string,
): boolean {
  const waiting = [commit];
  for (let steps = 0; waiting.length > 0 && steps < MAX_STEPS; steps++) {
    const id = waiting.shift() ?? '';
    if (id === ancestor) return true;
    const bytes = readObject(`${folder}/objects/${id.slice(0, 2)}/${id.slice(2)}`);
    if (bytes === undefined) continue;
    const text = inflate(bytes);
    for (const [, parent] of text.matchAll(/^parent ([0-9a-f]{40,64})$/gm))
      if (parent !== undefined) waiting.push(parent);
  }
  return false;
}

function inflate(bytes: Buffer): string {
  try {
    return inflateSync(bytes, { maxOutputLength: 1_048_576 }).toString('latin1').split('\n\n', 1)[0] ?? '';
  } catch {
    return '';
  }
}
