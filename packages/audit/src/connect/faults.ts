import { toSeconds } from '@toolmark/reach';
import type { Fault } from './failure.ts';
import type { InspectLimits } from './limits.ts';

/** The server sends more bytes than allowed. */
export function oversizeFault(limits: InspectLimits): Fault {
  const message = toMebibytes(limits.messageBytes);
  const session = toMebibytes(limits.sessionBytes);
  return {
    code: 'too-large',
    message: `The server sent a message of more than ${message}, or more than ${session} in all; make it list its tools in smaller pages.`,
  };
}

/** The caller cancelled the inspection. */
export const CANCELLED: Fault = { code: 'cancelled', message: 'The inspection was cancelled.' };

/** The server did not answer in time. Its non-MCP output often says why. */
export function timeoutFault(phase: 'connecting' | 'listing', timeoutMs: number, noise: string | undefined): Fault {
  const missing = phase === 'connecting' ? 'answer' : 'list all its tools';
  const printed = noise === undefined ? '' : ` (it printed '${noise}', which is not MCP)`;
  const advice = phase === 'connecting' ? ', or check that it is an MCP server and does not wait for input' : '';
  return {
    code: 'timeout',
    message: `The server did not ${missing} within ${toSeconds(timeoutMs)}${printed}; allow it more time${advice}.`,
  };
}

function toMebibytes(bytes: number): string {
  return `${Number((bytes / 1024 ** 2).toFixed(3))} MiB`;
}
