import type { Facts } from './facts.ts';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
/** The end record is at most this far from the end: 22 bytes and a comment. */
const LONGEST_END = 22 + 65_535;

/** The parts of a zip container with their checksums. Properties with times are left out, as offices rewrite them. */
export function zipFacts(bytes: Buffer): Facts | undefined {
  let end = bytes.length - 22;
  while (end >= 0 && end > bytes.length - LONGEST_END && bytes.readUInt32LE(end) !== END_OF_DIRECTORY) end -= 1;
  if (end < 0 || bytes.readUInt32LE(end) !== END_OF_DIRECTORY) return undefined;
  const facts = new Map<string, string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) return undefined;
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    const name = bytes.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    if (!name.startsWith('docProps/')) facts.set(name, String(bytes.readUInt32LE(at + 16)));
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return facts;
}
