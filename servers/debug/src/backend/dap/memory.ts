import { err, ok } from '../../result.ts';
import type { Outcome } from '../backend.ts';
import type { FrameRef, MemoryFacts } from '../facts.ts';
import { readProcessMemory } from '../process/memory.ts';
import { REQUEST_MS } from './deadlines.ts';
import { askFrame, currentTarget } from './inspection.ts';
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

/** The bytes of what an expression gives. */
export const readBuffer = async (
  session: Session,
  frame: FrameRef,
  { expression, size }: { readonly expression: string; readonly size: number },
): Promise<Outcome<MemoryFacts>> => {
  type Told = { readonly address: string | null; readonly bytes: string; readonly total: number };
  const told = await askFrame<Told>(session, frame, 'buffer', { expression, size });
  if (!told.ok) return told;
  const bytes = Buffer.from(told.value.bytes, 'hex');
  const problem = bytes.length < size ? `'${expression}' ends after ${told.value.total} bytes.` : undefined;
  return ok({ address: told.value.address === null ? undefined : BigInt(told.value.address), bytes, problem });
};
