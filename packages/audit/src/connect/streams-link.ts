import { HURRIED_SIGNAL_GRACE_MS, type StreamsTarget } from '@toolmark/reach';
import { settled } from './deadline.ts';
import type { Fault } from './failure.ts';
import { oversizeFault } from './faults.ts';
import { CLOSE_GRACE_MS, type InspectLimits } from './limits.ts';
import type { Link } from './link.ts';
import { StreamTransport } from './stream-transport.ts';

/** Connects to a server over streams opened by the caller. */
export function openStreamsLink(target: StreamsTarget, limits: InspectLimits): Link {
  const transport = new StreamTransport(target.input, target.output, limits);
  let closing: Promise<void> | undefined;
  return {
    transport,
    kind: 'streams',
    isPipe: true,
    isFatal: () => false,
    diagnose: async () => {
      if (transport.state === 'overflowed') return oversizeFault(limits);
      return transport.state === 'ended' ? ENDED : undefined;
    },
    problems: () => transport.problems(),
    stderrTail: () => [],
    close: (patienceMs) => {
      const patience = Math.min(CLOSE_GRACE_MS, Math.max(HURRIED_SIGNAL_GRACE_MS, patienceMs));
      closing ??= transport.close().then(() => settled(closeTarget(target), patience));
      return closing;
    },
  };
}

// `async` turns a throwing close() into a rejection; both are the caller's concern.
async function closeTarget(target: StreamsTarget): Promise<void> {
  await target.close();
}

const ENDED: Fault = {
  code: 'exited',
  message:
    "The stream ended before the server had listed its tools; if the server is an older one, set the protocol to 'legacy'.",
};
