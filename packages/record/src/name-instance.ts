import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';

/** The instance name holds its machine and process id, so that another gateway can tell whether it is alive. */
export function nameInstance(): string {
  const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
  return `${process.pid}-${host}-${randomBytes(6).toString('hex')}`;
}
