export type MemoryFormat = 'hex' | 'hex_ascii' | 'raw';

/** The number of reply characters for each byte. */
const COST: Readonly<Record<MemoryFormat, number>> = { hex: 3, hex_ascii: 5, raw: 1.4 };
/** The part of a reply for bytes. */
const ROOM = 45_000;

/** The number of bytes that fit into a reply. */
export function mostBytes(format: MemoryFormat): number {
  return Math.floor(ROOM / COST[format]);
}

/** Formats bytes as hexadecimal pairs, as hexadecimal with printable characters, or as Base64. */
export function formatBytes(bytes: Buffer, format: MemoryFormat): { readonly bytes: string; readonly ascii?: string } {
  if (format === 'raw') return { bytes: bytes.toString('base64') };
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  if (format === 'hex') return { bytes: hex };
  const ascii = [...bytes].map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('');
  return { bytes: hex, ascii };
}
