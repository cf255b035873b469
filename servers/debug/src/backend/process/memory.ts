import { open } from 'node:fs/promises';
import { err, ok } from '../../result.ts';
import type { Outcome } from '../backend.ts';
import type { MemoryFacts } from '../facts.ts';

const PAGE = 4096n;

/** Reads a process's memory through the kernel, as far as it is mapped from the address. */
export const readProcessMemory = async (pid: number, address: bigint, size: number): Promise<Outcome<MemoryFacts>> => {
  const file = await open(`/proc/${pid}/mem`, 'r').catch((error: NodeJS.ErrnoException) => error);
  if (file instanceof Error) {
    const isRefused = file.code === 'EACCES' || file.code === 'EPERM';
    const message = isRefused
      ? `The memory of process ${pid} may not be read by this user. Run the server as the process's owner, or as root.`
      : `The memory of process ${pid} cannot be read: ${file.message}.`;
    return err({ code: isRefused ? 'PERMISSION_DENIED' : 'MEMORY_READ_FAILED', message });
  }
  try {
    const bytes = Buffer.alloc(size);
    let done = 0;
    while (done < size) {
      const at = address + BigInt(done);
      // Read page by page: a read that crosses into an unmapped page fails as a whole.
      const most = Math.min(size - done, Number(PAGE - (at % PAGE)));
      const read = await file.read({ buffer: bytes, offset: done, length: most, position: at }).catch(() => undefined);
      if (read === undefined || read.bytesRead === 0) break;
      done += read.bytesRead;
    }
    const place = `0x${(address + BigInt(done)).toString(16)}`;
    if (done === 0) return err({ code: 'INVALID_ADDRESS', message: `Nothing is mapped at ${place}.` });
    const problem = done < size ? `Nothing is mapped from ${place} on.` : undefined;
    return ok({ address, bytes: bytes.subarray(0, done), problem });
  } finally {
    await file.close();
  }
};
