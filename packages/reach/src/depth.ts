/** Deeper than any hand-written schema; printing or walking deeper values could overflow the stack. */
export const MAX_DEPTH = 200;

/** Whether the JSON of a value is certainly longer than a limit. Stops as soon as that is certain, without serializing the value. */
export function isLongerThan(value: unknown, characters: number): boolean {
  const open: unknown[] = [value];
  for (let length = 0; open.length > 0; ) {
    const node = open.pop();
    length += typeof node === 'string' ? node.length + 2 : 1;
    if (typeof node === 'object' && node !== null) {
      // Every member but the first adds a comma.
      for (const [name, child] of Object.entries(node)) {
        length += Array.isArray(node) ? 1 : name.length + 3;
        if (length > characters) return true;
        open.push(child);
      }
    }
    if (length > characters) return true;
  }
  return false;
}

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
