/** Deeper than any hand-written schema; printing or walking deeper values could overflow the stack. */
export const MAX_DEPTH = 200;

/** Whether a value is nested too deeply for the consumers of server data. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    const next: unknown[] = [];
    for (const node of level) {
      if (typeof node === 'object' && node !== null) for (const child of Object.values(node)) next.push(child);
    }
    level = next;
  }
  return false;
}
