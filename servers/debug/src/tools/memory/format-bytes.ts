export type MemoryFormat = 'hex' | 'hex_ascii' | 'raw';

/** How many characters of a reply a byte takes, all in all. */
const COST: Readonly<Record<MemoryFormat, number>> = { hex: 3, hex_ascii: 5, raw: 1.4 };
/** Of the reply, which has other things in it. */
const ROOM = 45_000;

/** How many bytes a reply can hold. */
export function mostBytes(format: MemoryFormat): number {
  return Math.floor(ROOM / COST[format]);
}

/** Pairs of hexadecimal digits with spaces, the same with printable characters beside, or Base64. */
export function formatBytes(bytes: Buffer, format: MemoryFormat): { readonly bytes: string; readonly ascii?: string } {
  if (format === 'raw') return { bytes: bytes.toString('base64') };
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  if (format === 'hex') return { bytes: hex };
  const ascii = [...bytes].map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('');
  return { bytes: hex, ascii };
}
