import { LIMITS } from '../engine/limits.ts';

type Json = Readonly<Record<string, unknown>>;
type Found = {
  readonly holder: Record<string, unknown> | unknown[];
  readonly key: string | number;
  readonly size: number;
};

/**
 * A reply that a client can take. What is too long loses the ends of its longest lists, then of its longest texts, until it
 * fits, and says so.
 */
export function fitReply(reply: Json, more = 'Ask for a smaller part.'): Json {
  if (sizeOf(reply) <= LIMITS.reply) return reply;
  // Ours to change: nobody else holds it.
  const cut = structuredClone(reply) as Record<string, unknown>;
  cut['truncated'] = true;
  cut['more'] = more;
  for (let rounds = 0; rounds < 200 && sizeOf(cut) > LIMITS.reply; rounds += 1) {
    const excess = sizeOf(cut) - LIMITS.reply;
    if (!shorten(largest(cut, isLongList), excess) && !shorten(largest(cut, isLongText), excess)) break;
  }
  return cut;
}

const sizeOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;
const isLongList = (value: unknown): boolean => Array.isArray(value) && value.length > 1;
const isLongText = (value: unknown): boolean => typeof value === 'string' && value.length > 200;

function shorten(found: Found | undefined, excess: number): boolean {
  if (found === undefined) return false;
  const { holder, key, size } = found;
  const value = Reflect.get(holder, key) as string | unknown[];
  const share = Math.min(0.9, Math.max(0.05, excess / size));
  const keep = Math.max(1, Math.floor(value.length * (1 - share)));
  if (keep >= value.length) return false;
  Reflect.set(holder, key, typeof value === 'string' ? `${value.slice(0, keep)}…` : value.slice(0, keep));
  return true;
}

/** The deepest of the largest: a list whose size is that of one list inside it is not the one to cut. */
function largest(root: Record<string, unknown>, isMeant: (value: unknown) => boolean): Found | undefined {
  let best: Found | undefined;
  const visit = (holder: Found['holder']): void => {
    for (const [key, value] of Object.entries(holder)) {
      if (isMeant(value)) {
        const size = sizeOf(value);
        if (best === undefined || size >= best.size * 0.7) best = { holder, key, size: Math.max(size, 1) };
      }
      if (typeof value === 'object' && value !== null) visit(value as Found['holder']);
    }
  };
  visit(root);
  return best;
}
