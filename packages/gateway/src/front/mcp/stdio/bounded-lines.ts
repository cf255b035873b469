import { Transform, type TransformCallback } from 'node:stream';
import type { RpcId } from '../../../rpc.ts';
import { isId } from '../messages.ts';

/** What is known of a line that was too long to keep. */
export interface LongLine {
  readonly bytes: number;
  /** The id of the request it was, as far as that can be told from both its ends. */
  readonly id: RpcId | null;
}

const NEWLINE = 0x0a;

/** How much of both ends of a line that is too long is kept. Clients write the id first or last. */
const KEPT_BYTES = 1_024;

/** Passes lines on, each in one piece. One that is too long is left out, and told of. */
export function boundedLines(maxBytes: number, onLong: (line: LongLine) => void): Transform {
  let parts: Buffer[] = [];
  let bytes = 0;
  let head: Buffer | undefined;

  const take = (piece: Buffer): void => {
    if (piece.length === 0) return;
    bytes += piece.length;
    parts.push(piece);
    if (bytes <= maxBytes) return;
    const kept = Buffer.concat(parts);
    head ??= Buffer.from(kept.subarray(0, KEPT_BYTES));
    parts = [Buffer.from(kept.subarray(-KEPT_BYTES))];
  };
  const end = (stream: Transform): void => {
    if (head === undefined) stream.push(Buffer.concat([...parts, Buffer.of(NEWLINE)]));
    else onLong({ bytes, id: idIn(head.toString('utf8'), Buffer.concat(parts).toString('utf8')) });
    parts = [];
    bytes = 0;
    head = undefined;
  };
  return new Transform({
    transform(this: Transform, chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
      let rest = chunk;
      for (let at = rest.indexOf(NEWLINE); at !== -1; at = rest.indexOf(NEWLINE)) {
        take(rest.subarray(0, at));
        end(this);
        rest = rest.subarray(at + 1);
      }
      take(rest);
      done();
    },
  });
}

const VERSION = String.raw`"jsonrpc"\s*:\s*"2\.0"`;
const ID = String.raw`"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)`;
/** A request up to its method. A response must not be taken for one: its id is ours, and the client may use the same. */
const FIRST = new RegExp(
  String.raw`^\s*\{\s*(?:${VERSION}\s*,\s*)?(?:${ID}\s*,\s*)?(?:${VERSION}\s*,\s*)?"method"\s*:`,
);
/** The last member of the outermost object: inside a string the quotes would be escaped. */
const LAST = new RegExp(String.raw`,\s*${ID}\s*(?:,\s*${VERSION}\s*)?\}\s*$`);

function idIn(head: string, tail: string): RpcId | null {
  const begin = FIRST.exec(head);
  if (begin === null) return null;
  try {
    const id: unknown = JSON.parse(begin[1] ?? LAST.exec(tail)?.[1] ?? 'null');
    return isId(id) ? id : null;
  } catch {
    return null;
  }
}
