import { notSupported } from '../../../errors.ts';
import { err, ok } from '../../../result.ts';
import type { Outcome } from '../../backend.ts';
import type { FrameRef, MemoryFacts } from '../../facts.ts';
import type { Debuggee } from '../debuggee.ts';
import { evaluate } from '../inspect/evaluate.ts';
import { failed } from '../inspect/handles.ts';
import { typeOf } from '../inspect/print.ts';

const EVALUATE_MS = 5_000;

/** Uses hexadecimal, because Buffer is missing in some contexts. */
const BYTES = `function (size) {
  const memory = typeof WebAssembly === 'object' && this instanceof WebAssembly.Memory ? this.buffer : this;
  const bytes = ArrayBuffer.isView(memory)
    ? new Uint8Array(memory.buffer, memory.byteOffset, memory.byteLength)
    : new Uint8Array(memory);
  let text = '';
  for (const byte of bytes.subarray(0, size)) text += (byte < 16 ? '0' : '') + byte.toString(16);
  return { text, total: bytes.length };
}`;

const BUFFERS = /^(ArrayBuffer|SharedArrayBuffer|DataView|Memory|Buffer|\w*Array)$/;

/** The bytes of a Buffer or a typed array. */
export async function readBufferOf(
  debuggee: Debuggee,
  ref: FrameRef,
  what: { readonly expression: string; readonly size: number },
): Promise<Outcome<MemoryFacts>> {
  const evaluated = await evaluate(debuggee, ref, { expression: what.expression, timeoutMs: EVALUATE_MS });
  if (!evaluated.ok) return evaluated;
  const { value, thread } = evaluated.value;
  const type = typeOf(value);
  if (value.objectId === undefined || !BUFFERS.test(type) || value.subtype === 'array') {
    return err(
      notSupported(
        'node',
        'memory',
        `'${what.expression}' is of type ${type}. V8 moves its objects, so they have no address; give a number, or an expression that is a Buffer, an ArrayBuffer or a typed array.`,
      ),
    );
  }
  const answer = await thread.session.send('Runtime.callFunctionOn', {
    objectId: value.objectId,
    functionDeclaration: BYTES,
    arguments: [{ value: what.size }],
    returnByValue: true,
    silent: true,
  });
  if (!answer.ok) return failed('MEMORY_READ_FAILED', answer.error);
  // The script above returns exactly this, or nothing if it threw.
  const read = answer.value.result.value as { readonly text: string; readonly total: number } | undefined;
  const bytes = Buffer.from(read?.text ?? '', 'hex');
  const problem = bytes.length < what.size ? `The buffer ends after ${read?.total ?? 0} bytes.` : undefined;
  return ok({ address: undefined, bytes, problem });
}
