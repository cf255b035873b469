import type { CallDecision, CallMode } from '@toolmark/api-contract';
import type { Era } from '../../base/rpc.ts';
import type { CatalogTool } from '../../model/catalog.ts';
import type { Bodies } from '../../record/body/bodies.ts';
import type { Body, EndEntry } from '../../record/entry.ts';
import type { Outbox } from '../../record/outbox.ts';
import { forwardedParams } from '../forwarded-params.ts';
import type { UnderWay } from './in-flight.ts';

/**
 * Calls that are like one before in everything but their numbers and what went in and out, as nearly all are under load. Those that
 * end in one turn are written in one line, without making entries of them, and looked at for secrets all at once: what is done once
 * for a dozen calls costs each of them next to nothing.
 */
export interface Alike {
  /** Takes a call that has ended and was never written. `false` where it is not like the last one that was written whole. */
  readonly take: (underWay: UnderWay, now: number) => boolean;
  /** Writes down those that were taken. Whatever else is written comes after them. */
  readonly write: () => void;
  /** This one was written whole, with this end: others that are like it may follow. */
  readonly follow: (underWay: UnderWay, end: EndEntry) => void;
  /** What was written before counts no more. */
  readonly forget: () => void;
}

export interface AlikeDeps {
  readonly outbox: Pick<Outbox, 'headOf' | 'addCalls'>;
  readonly bodies: () => Pick<Bodies, 'textOf' | 'mayHold'>;
  /** Writes one on its own, where there may be something to hide. */
  readonly writeWhole: (underWay: UnderWay, now: number) => void;
}

/** What is longer takes so long that nothing is won. */
const MAX_SHORT = 4 * 1024;
/** So that no line is much longer than its longest call: one is read, and stored, as a whole. */
const MAX_RESULTS = 16 * 1024;
/** Where one may hold a secret, the next ones often do: so many are written whole, and not for the second time. */
const MOST_WARY = 100;

export function createAlike({ outbox, bodies, writeWhole }: AlikeDeps): Alike {
  let kind: Kind | undefined;
  let taken: UnderWay[] = [];
  let rows: unknown[] = [];
  let results = '';
  let endedAt = 0;
  /** How many calls are not followed. */
  let wary = 0;

  const write = (): void => {
    const [first] = taken;
    if (first === undefined) return;
    const { textOf, mayHold } = bodies();
    const [all, sent, given] = [taken, textOf(rows), results];
    taken = [];
    rows = [];
    results = '';
    if (kind !== undefined && sent !== undefined && !mayHold(sent) && !mayHold(given)) {
      const { seq, at } = first.running;
      outbox.addCalls(kind.head, { seq, at, rows: sent, results: given }, all.length);
      return;
    }
    for (const underWay of all) writeWhole(underWay, endedAt);
    kind = undefined;
    wary = MOST_WARY;
  };
  return {
    take: (underWay, now) => {
      const { call, running } = underWay;
      const { arguments: sent, given } = call;
      if (kind === undefined || sent === undefined || running.isWritten || now < running.at) return false;
      if (given?.kind !== 'result' || !isPlain(underWay) || !isOf(kind, underWay)) return false;
      const result = bodies().textOf(given.result);
      if (result === undefined || result.length > MAX_SHORT) return false;
      if (results.length > MAX_RESULTS) write();
      const { seq, at } = (taken[0] ?? underWay).running;
      rows.push(running.seq - seq, running.at - at, running.id, now - running.at, sent);
      results += `\t${result}`;
      taken.push(underWay);
      endedAt = now;
      call.resultBytes = Buffer.byteLength(result);
      call.givenText = result;
      return true;
    },
    write,
    follow: (underWay, end) => {
      const { begin } = underWay.running;
      if (wary > 0) {
        wary -= 1;
        return;
      }
      kind =
        begin !== undefined && isPlain(underWay) && isShort(begin.arguments) && isShort(end.result)
          ? kindOf(underWay, outbox.headOf(begin, end))
          : undefined;
    },
    forget: () => {
      kind = undefined;
    },
  };
}

/** Everything else that is written of a call, or what that is made of. */
interface Kind {
  readonly tool: CatalogTool | undefined;
  readonly session: string;
  readonly attempts: number;
  readonly decision: CallDecision | undefined;
  readonly era: Era;
  readonly mode: CallMode | undefined;
  readonly principal: string;
  readonly client: unknown;
  /** The beginning of the line. */
  readonly head: string;
}

function kindOf({ call, running }: UnderWay, head: string): Kind {
  const { tool, attempts, decision, caller } = call;
  const { era, mode, principal, client } = caller;
  return { tool, session: running.session, attempts, decision, era, mode, principal, client: client?.['name'], head };
}

const isOf = (kind: Kind, { call, running }: UnderWay): boolean =>
  kind.tool === call.tool &&
  kind.session === running.session &&
  kind.attempts === call.attempts &&
  kind.decision === call.decision &&
  kind.era === call.caller.era &&
  kind.mode === call.caller.mode &&
  kind.principal === call.caller.principal &&
  kind.client === call.caller.client?.['name'];

/** It went well, in one round, with the tool that it began with, and there is nothing more to be said of it. */
const isPlain = ({ call, running }: UnderWay): boolean =>
  call.status === 'ok' &&
  !call.isCached &&
  call.approval === undefined &&
  call.failures.length === 0 &&
  call.tool === running.tool &&
  isOnlyArguments(call);

/** What leaves besides has no place in a line of several calls. */
function isOnlyArguments(call: UnderWay['call']): boolean {
  const { others, headers } = forwardedParams(call);
  return others === undefined && headers === undefined;
}

const isShort = (body: Body | null): boolean => body !== null && !body.isCut && body.bytes <= MAX_SHORT;
