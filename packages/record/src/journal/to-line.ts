import type { CallDecision } from '@toolmark/api-contract';
import type { Begin, Body, EndEntry, Entry, RiskLeg } from '../entry.ts';

/**
 * Writes entries as lines of the journal. Most are JSON. Beginnings and ends of calls, which are nearly all of them, are fields
 * between tabs, since escaping what is JSON already would cost more than everything else that is done for a call:
 *
 *     begin  what many calls have in common  [seq,at,"id",what few calls send]  summary  size  arguments  .
 *     end    [seq,at,durationMs,attempts,"status",legs]  decision  what few calls have  size  result  .
 *     call   what many calls have in common  decision  [attempts,"status",legs]  [seq,at,"id",durationMs,ms until its end,what few calls send]
 *            summary  size  arguments  what few calls have  size  result  .
 *
 * A size is `[bytes,redactions,isCut,readable]`, and nothing where all of it is there as it was.
 * Neither JSON nor its beginning has a tab or a line break in it. The point says that nothing is missing.
 *
 * @example
 * const lines = createLines();
 * lines.add({ kind: 'session-end', … });
 * lines.addCall({ kind: 'begin', … }, { kind: 'end', … });
 * lines.take() // '{"kind":"session-end",…}\ncall\t…\t.\n'
 */
export function createLines(): Lines {
  /** Of the newest calls, and at which of them the next one is kept. */
  const recent: Common[] = [];
  let next = 0;
  /** Most calls of a tool are let through by one and the same. */
  const decisions = new WeakMap<CallDecision, string>();
  let text = '';

  const commonOf = (begin: Begin): string => {
    for (const common of recent) if (isSame(common.of, begin)) return common.json;
    const json = toCommon(begin);
    recent[next] = { of: begin, json };
    next = (next + 1) % MAX_RECENT;
    return json;
  };
  const decisionOf = (decision: CallDecision | null): string => {
    if (decision === null) return '';
    const json = decisions.get(decision) ?? toDecision(decision);
    decisions.set(decision, json);
    return json;
  };
  const lineOf = (entry: Entry | Begin): string => {
    if (entry.kind === 'begin') {
      const { seq, at, id, arguments: body } = entry;
      return `begin\t${commonOf(entry)}\t[${seq},${at},"${id}"${toSent(entry)}]\t${toSummary(entry)}\t${toBody(body)}${END_OF_LINE}`;
    }
    if (entry.kind !== 'end') return `${JSON.stringify(entry)}\n`;
    const { seq, at, durationMs, decision, result } = entry;
    const head = `[${seq},${at},${durationMs},${toOutcome(entry)}]`;
    return `end\t${head}\t${decisionOf(decision)}\t${toRest(entry)}\t${toBody(result)}${END_OF_LINE}`;
  };
  return {
    add: (entry) => {
      text += lineOf(entry);
    },
    addCall: (begin, end) => {
      const { seq, at, id } = begin;
      const numbers = `[${seq},${at},"${id}",${end.durationMs},${end.at - at}${toSent(begin)}]`;
      const from = `${toSummary(begin)}\t${toBody(begin.arguments)}`;
      const head = `${commonOf(begin)}\t${decisionOf(end.decision)}\t[${toOutcome(end)}]`;
      text += `call\t${head}\t${numbers}\t${from}\t${toRest(end)}\t${toBody(end.result)}${END_OF_LINE}`;
    },
    length: () => text.length,
    take: () => {
      const taken = text;
      text = '';
      return taken;
    },
  };
}

export interface Lines {
  readonly add: (entry: Entry | Begin) => void;
  /** Beginning and end of a call that was over before anybody could see it running. */
  readonly addCall: (begin: Begin, end: EndEntry) => void;
  /** About how many characters were added since. */
  readonly length: () => number;
  /** What was added since, in whole lines. */
  readonly take: () => string;
}

const END_OF_LINE = '\t.\n';

interface Common {
  readonly of: Begin;
  readonly json: string;
}

/** So many kinds of calls at a time are written without a second thought. */
const MAX_RECENT = 16;

/** What is in `toCommon`, the most different first. */
const isSame = (one: Begin, other: Begin): boolean =>
  one.version === other.version &&
  one.session === other.session &&
  one.tool === other.tool &&
  one.client === other.client &&
  one.principal === other.principal &&
  one.server === other.server &&
  one.class === other.class &&
  one.era === other.era &&
  one.mode === other.mode &&
  isSameList(one.legs, other.legs);

const isSameList = (one: readonly RiskLeg[], other: readonly RiskLeg[]): boolean =>
  one === other || (one.length === other.length && one.every((leg, index) => leg === other[index]));

const toCommon = ({ session, version, server, tool, class: of, era, mode, client, principal, legs }: Begin): string =>
  JSON.stringify([session, version, server, tool, of, era, mode, client, principal, legs]);

const toDecision = ({ kind, rule, reason }: CallDecision): string => JSON.stringify([kind, rule, reason]);

const toSummary = ({ summary }: Begin): string => (summary === undefined ? '' : JSON.stringify(summary));

/** What is sent besides arguments, and the digest; nothing of a call that has neither. */
const toSent = ({ others, digest }: Begin): string =>
  others === undefined && digest === undefined ? '' : `,${JSON.stringify({ others, digest })}`;

const toOutcome = ({ attempts, status, legs }: EndEntry): string =>
  `${attempts},"${status}",${legs.length === 0 ? '[]' : JSON.stringify(legs)}`;

/** What is as in nearly all calls is left out. */
function toRest({ cached, approval, error, failures }: EndEntry): string {
  if (!cached && approval === null && error === null && failures.length === 0) return '';
  return JSON.stringify({
    ...(cached && { cached }),
    ...(approval !== null && { approval }),
    ...(error !== null && { error }),
    ...(failures.length > 0 && { failures }),
  });
}

function toBody(body: Body | null): string {
  if (body === null) return '\t';
  const { bytes, redactions, isCut, readable, text } = body;
  // All of it is there as it was.
  if (!isCut && redactions === 0 && readable === undefined) return `\t${text}`;
  return `${JSON.stringify([bytes, redactions, isCut, readable])}\t${text}`;
}
