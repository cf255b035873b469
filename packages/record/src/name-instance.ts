import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';

/** From its name alone another gateway can tell whether this one still lives: on which machine it runs, and as which process. */
export function nameInstance(): string {
  const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
  return `${process.pid}-${host}-${randomBytes(6).toString('hex')}`;
}
