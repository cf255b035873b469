import { createByteCollector } from '@toolmark/base';

/** Collects the body of an answer, up to a limit. */
export interface Body {
  /** Returns `false` once the limit is exceeded. */
  readonly push: (chunk: Buffer) => boolean;
  /** Returns the whole text and empties the body. */
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
