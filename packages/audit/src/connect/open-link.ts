import { ok, type Result } from '@toolmark/annotations';
import type { ServerTarget } from '@toolmark/reach';
import type { Fault } from './failure.ts';
import { openHttpLink } from './http-link.ts';
import type { InspectLimits } from './limits.ts';
import type { Link } from './link.ts';
import { openProcessLink } from './process-link.ts';
import { openStreamsLink } from './streams-link.ts';

/** Connects to a server; `useSse` applies only to a URL. */
export async function openLink(
  target: ServerTarget,
  useSse: boolean,
  limits: InspectLimits,
): Promise<Result<Link, Fault>> {
  switch (target.kind) {
    case 'command':
      return openProcessLink(target, limits);
    case 'url':
      return openHttpLink(target, useSse ? 'sse' : 'http', limits);
    case 'streams':
      return ok(openStreamsLink(target, limits));
  }
}
