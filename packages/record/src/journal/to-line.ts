import type { CallDecision } from '@toolmark/api-contract';
import type { Begin, Body, EndEntry, Entry, RiskLeg } from '../entry.ts';

/**
 * Serializes entries as journal lines. Most are JSON. The begin and end of calls, nearly all lines, are tab-separated
 * fields, because escaping JSON within JSON would cost more than the rest of recording a call:
 *
 * begin fields common to many calls [seq,at,"id",rare fields] summary size arguments . end
 * [seq,at,durationMs,attempts,"status",legs] decision rare fields size result . call fields common to many calls
 * decision [attempts,"status",legs] [seq,at,"id",durationMs,ms until its end,rare fields] summary size arguments rare
 * fields size result .
 *
 * A size is `[bytes,redactions,isCut,readable]`, and empty for complete bodies without redactions. Neither JSON nor its
 * beginning contains a tab or a line break. The final dot shows that the line is complete.
 *
 * @example
 * const lines = createLines();
 * lines.add({ kind: 'session-end', … });
 * lines.addCall({ kind: 'begin', … }, { kind: 'end', … });
 * lines.take() // '{"kind":"session-end",…}\ncall\t…\t.\n'
 */
export function createLines(): Lines {
  /** Cache of the newest calls, and the next slot to overwrite. */
  const recent: Common[] = [];
  let next = 0;
  /** Most calls of a tool have the same decision. */
  const decisions = new WeakMap<CallDecision, string>();
  let text = '';

  const commonFieldsOf = (begin: Begin): string => {
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
      return `begin\t${commonFieldsOf(entry)}\t[${seq},${at},"${id}"${toSent(entry)}]\t${toSummary(entry)}\t${toBody(body)}${END_OF_LINE}`;
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
      const head = `${commonFieldsOf(begin)}\t${decisionOf(end.decision)}\t[${toOutcome(end)}]`;
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
  /** Begin and end of a call that finished before its begin was flushed. */
  readonly addCall: (begin: Begin, end: EndEntry) => void;
  /** About how many characters were added since the last take. */
  readonly length: () => number;
  /** The complete lines added since the last take. */
  readonly take: () => string;
}

const END_OF_LINE = '\t.\n';

interface Common {
  readonly of: Begin;
  readonly json: string;
}

/** The most kinds of calls in the cache. */
const MAX_RECENT = 16;

/** The keys of `toCommon`, the most varying first. */
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

/** The params besides the arguments, and the digest; empty for most calls. */
const toSent = ({ others, digest }: Begin): string =>
  others === undefined && digest === undefined ? '' : `,${JSON.stringify({ others, digest })}`;

const toOutcome = ({ attempts, status, legs }: EndEntry): string =>
  `${attempts},"${status}",${legs.length === 0 ? '[]' : JSON.stringify(legs)}`;

/** Usual values are omitted. */
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
  // The body is complete.
  if (!isCut && redactions === 0 && readable === undefined) return `\t${text}`;
  return `${JSON.stringify([bytes, redactions, isCut, readable])}\t${text}`;
}
