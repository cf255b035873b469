import { createByteCollector } from '@toolmark/base';

/** Collects the body of an answer, up to a limit. */
export interface Body {
  /** Returns `false` once it is larger than it may be. */
  readonly push: (chunk: Buffer) => boolean;
  /** All of it; it is empty then. */
  readonly text: () => string;
}

export function createBody(maxBytes: number): Body {
  const bytes = createByteCollector();
  let isOver = false;
  return {
    push: (chunk) => {
      isOver ||= bytes.length() + chunk.length > maxBytes;
      if (isOver) bytes.take();
      else bytes.push(chunk);
      return !isOver;
    },
    text: () => bytes.take().toString('utf8'),
  };
}
