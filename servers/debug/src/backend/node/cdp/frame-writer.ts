import { randomFillSync } from 'node:crypto';
import type { Socket } from 'node:net';

/** The header of every frame here: a masked text frame with an 8-byte length whose upper half is zero. */
const BEGINNING = Buffer.from([0x81, 0xff, 0, 0, 0, 0]);

interface FrameWriter {
  readonly write: (text: string) => void;
  readonly acknowledge: () => void;
}

/**
 * Writes WebSocket frames to Node's inspector.
 *
 * The inspector leaves Nagle's algorithm on: it holds an event back until the previous answer is acknowledged, and our
 * kernel delays an acknowledgement by 40 ms unless it has data to send. So `acknowledge` sends the next byte of the
 * next frame in advance, which works because all frames begin with the same bytes. This cuts a step from 47 ms to 1.5
 * ms.
 */
export function createFrameWriter(socket: Socket): FrameWriter {
  let ahead = 0;
  return {
    write: (text) => {
      const size = Buffer.byteLength(text);
      const frame = Buffer.allocUnsafe(14 + size);
      BEGINNING.copy(frame);
      frame.writeUInt32BE(size, 6);
      randomFillSync(frame, 10, 4);
      frame.write(text, 14);
      for (let at = 0; at < size; at += 1) frame[14 + at] = (frame[14 + at] ?? 0) ^ (frame[10 + (at & 3)] ?? 0);
      socket.write(frame.subarray(ahead));
      ahead = 0;
    },
    acknowledge: () => {
      if (ahead >= BEGINNING.length) return;
      socket.write(BEGINNING.subarray(ahead, ahead + 1));
      ahead += 1;
    },
  };
}
