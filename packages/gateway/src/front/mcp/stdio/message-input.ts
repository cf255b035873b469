import { Writable } from 'node:stream';
import type { RpcError, RpcId } from '@toolmark/base';
import type { Limits } from '@toolmark/config';
import { parseBody } from '../../read-body.ts';
import { beyondLimit } from './beyond-limit.ts';
import { createLineSplitter, type InputLine } from './line-splitter.ts';
import { requestIdIn } from './request-id.ts';

export interface MessageInputOptions {
  readonly limits: Pick<Limits, 'bodyBytes' | 'depth' | 'values'>;
  readonly onValue: (value: unknown) => void;
  /** Called for a line that exceeds a limit, with the id of its request if that can be found. */
  readonly onBeyond: (id: RpcId | null, error: RpcError) => void;
  /** Called after the last line. */
  readonly onEnd: () => void;
}

/** The part of each end of a message that is searched for its id. */
const END_BYTES = 1_024;

/**
 * Parses each line of a client's input as JSON, in order. A long line is parsed in slices; following lines wait, and backpressure makes the
 * client wait. Lines that are not JSON are skipped.
 */
export function createMessageInput({ limits, onValue, onBeyond, onEnd }: MessageInputOptions): Writable {
  const lines = createLineSplitter(limits.bodyBytes);

  const handle = async (line: InputLine): Promise<void> => {
    if (line.kind === 'long') {
      const id = requestIdIn(line.head.toString('utf8'), line.tail.toString('utf8'));
      onBeyond(id, beyondLimit('bodyBytes', limits));
      return;
    }
    const { bytes } = line;
    const parsed = parseBody(bytes, limits);
    const body = parsed instanceof Promise ? await parsed : parsed;
    if (body.kind === 'value') onValue(body.value);
    if (body.kind !== 'beyond') return;
    const head = bytes.toString('utf8', 0, END_BYTES);
    const tail = bytes.toString('utf8', Math.max(0, bytes.length - END_BYTES));
    onBeyond(requestIdIn(head, tail), beyondLimit(body.limit, limits));
  };
  const handleAll = async (chunk: Buffer): Promise<void> => {
    for (const line of lines.split(chunk)) await handle(line);
  };
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => void handleAll(chunk).then(() => done(), done),
    final: (done) => {
      onEnd();
      done();
    },
  });
}
