import { err, ok } from '../../result.ts';
import type { Outcome } from '../backend.ts';
import type { MemoryFacts } from '../facts.ts';
import { readProcessMemory } from '../process/memory.ts';
import { REQUEST_MS } from './deadlines.ts';
import { currentTarget } from './inspection.ts';
import type { Session } from './session.ts';

/** lldb hides its own breakpoints in the memory it returns; debugpy sets none in code and has no memory requests. */
export const readMemory = async (session: Session, address: bigint, size: number): Promise<Outcome<MemoryFacts>> => {
  const target = currentTarget(session);
  if (!target.ok) return target;
  if (session.phase !== 'stopped') return err({ code: 'NOT_PAUSED', message: 'The program is running.' });
  if (session.profile.kind === 'python') return readProcessMemory(target.value.facts.pid, address, size);
  type Told = { readonly bytes: string; readonly problem: string | null };
  const params = { address: `0x${address.toString(16)}`, size };
  const told = await target.value.channel.call<Told>('readMemory', params, REQUEST_MS);
  if (!told.ok) return told;
  return ok({ address, bytes: Buffer.from(told.value.bytes, 'hex'), problem: told.value.problem ?? undefined });
};
