/** Members that change by themselves: times, etags, counters of versions. */
const VOLATILE =
  /^(etag|ETag|getetag|getctag|ctag|modified|lastModified|last_modified|lastEditAt|last_edit_at|timestamp)$/;

/** A state without its volatile members. */
export function withoutVolatile(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutVolatile);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !VOLATILE.test(key))
      .map(([key, inner]) => [key, withoutVolatile(inner)]),
  );
}

/**
 * Describes the first value of the earlier state that was removed or replaced; `undefined` if values were only added. A text that
 * was appended to counts as an addition, and so does a higher count.
 */
export function findLoss(before: unknown, after: unknown, at = 'the state'): string | undefined {
  if (Array.isArray(before)) {
    if (!Array.isArray(after)) return `${at} is not a list any more`;
    for (const item of before) {
      const same = after.find((each) => identityOfItem(each) === identityOfItem(item));
      const lost =
        same === undefined
          ? `${at} lacks ${identityOfItem(item)}`
          : findLoss(item, same, `${at}, ${identityOfItem(item)}`);
      if (lost !== undefined) return lost;
    }
    return undefined;
  }
  if (typeof before === 'object' && before !== null) {
    if (typeof after !== 'object' || after === null) return `${at} is gone`;
    for (const [key, value] of Object.entries(before)) {
      const lost = findLoss(value, (after as Readonly<Record<string, unknown>>)[key], `${at}.${key}`);
      if (lost !== undefined) return lost;
    }
    return undefined;
  }
  if (typeof before === 'string' && typeof after === 'string' && after.startsWith(before)) return undefined;
  if (typeof before === 'number' && typeof after === 'number' && after >= before && /(count|size|total)/i.test(at))
    return undefined;
  return before === after ? undefined : `${at} was ${JSON.stringify(before)} and is ${JSON.stringify(after)}`;
}

/** The member that identifies an object in a list. */
export function identityOfItem(item: unknown): string {
  if (typeof item !== 'object' || item === null) return JSON.stringify(item);
  const thing = item as Readonly<Record<string, unknown>>;
  for (const key of ['id', 'uid', 'path', 'vcard_id', 'name', 'columnId'])
    if (thing[key] !== undefined) return `${key} ${String(thing[key])}`;
  return JSON.stringify(item);
}
