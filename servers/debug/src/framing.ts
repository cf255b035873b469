/** Encodes one message with its header, as in the debug adapter and language server protocols. */
export const encodeMessage = (message: object): Buffer => {
  const body = Buffer.from(JSON.stringify(message), 'utf8');
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`, 'ascii'), body]);
};

/** No reply is this large; waiting for that many bytes after a broken header would never end. */
const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;
const MAX_HEADER_BYTES = 4096;

/** Decodes messages from a byte stream. Throws at an invalid message, because nothing after it can be decoded. */
export const createMessageReader = (onMessage: (message: unknown) => void): ((chunk: Buffer) => void) => {
  let chunks: Buffer[] = [];
  let size = 0;
  let needed = 0;

  const all = (): Buffer => {
    const joined = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
    chunks = joined === undefined ? [] : [joined];
    return joined ?? Buffer.alloc(0);
  };
  const drop = (count: number): Buffer => {
    const joined = all();
    const rest = joined.subarray(count);
    chunks = rest.length > 0 ? [rest] : [];
    size = rest.length;
    return joined.subarray(0, count);
  };

  return (chunk) => {
    chunks.push(chunk);
    size += chunk.length;
    for (;;) {
      if (needed === 0) {
        const end = all().indexOf('\r\n\r\n');
        if (end < 0) {
          if (size > MAX_HEADER_BYTES) throw new Error('Something came that is no message.');
          return;
        }
        needed = lengthOf(drop(end + 4).toString('ascii'));
      }
      if (size < needed) return;
      const body = drop(needed).toString('utf8');
      needed = 0;
      onMessage(JSON.parse(body));
    }
  };
};

const lengthOf = (header: string): number => {
  const length = Number(/^content-length:\s*(\d+)\s*$/im.exec(header)?.[1] ?? Number.NaN);
  if (!(length > 0 && length <= MAX_MESSAGE_BYTES)) throw new Error('A header without a length came.');
  return length;
};
