/** Truncates to a number of characters, without half of a surrogate pair. */
export function cutCharacters(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max);
}

/** Truncates to a number of UTF-8 bytes, without half characters. */
export function cutBytes(text: string, maxBytes: number): string {
  // Every character takes at least one byte.
  const beginning = cutCharacters(text, maxBytes);
  const bytes = Buffer.from(beginning, 'utf8');
  if (bytes.length <= maxBytes) return beginning;
  let end = maxBytes;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.toString('utf8', 0, end);
}
