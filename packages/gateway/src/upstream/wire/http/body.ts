/** Collects the body of an answer, up to a limit. */
export interface Body {
  /** Returns `false` once it is larger than it may be. */
  readonly push: (chunk: Buffer) => boolean;
  readonly text: () => string;
}

export function createBody(maxBytes: number): Body {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return {
    push: (chunk) => {
      bytes += chunk.length;
      if (bytes > maxBytes) {
        chunks.length = 0;
        return false;
      }
      chunks.push(chunk);
      return true;
    },
    text: () => (chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks)).toString('utf8'),
  };
}
