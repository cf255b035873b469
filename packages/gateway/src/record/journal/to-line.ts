import type { CallDecision } from '@toolmark/api-contract';
import type { Begin, Body, EndEntry, Entry, RiskLeg } from '../entry.ts';

/**
 * Writes entries as lines of the journal. Most are JSON. Beginnings and ends of calls, which are nearly all of them, are fields
 * between tabs, since escaping what is JSON already would cost more than everything else that is done for a call:
 *
 *     begin  what many calls have in common  [seq,at,"id"]  summary  [bytes,redactions]  arguments  .
 *     end    [seq,at,durationMs,attempts,"status",legs]  decision  what few calls have  [bytes,redactions]  result  .
 *
 * Neither JSON nor its beginning has a tab or a line break in it. The point says that nothing is missing.
 *
 * @example
 * const toLine = createLines();
 * toLine({ kind: 'end', … }) // 'end\t[3721640239104000,1817207148000,12,1,"ok",[]]\t["allow","default: read","…"]\t\t[15,0]\t{"content":[]}\t.\n'
 */
export function createLines(): (entry: Entry | Begin) => string {
  /** Of the newest calls, and at which of them the next one is kept. */
  const recent: Common[] = [];
  let next = 0;
  /** Most calls of a tool are let through by one and the same. */
  const decisions = new WeakMap<CallDecision, string>();

  const commonOf = (begin: Begin): string => {
    for (const common of recent) if (isSame(common.of, begin)) return common.json;
    const json = toCommon(begin);
    recent[next] = { of: begin, json };
    next = (next + 1) % MAX_RECENT;
    return json;
  };
  const decisionOf = (decision: CallDecision | null): string => {
    if (decision === null) return '';
    const known = decisions.get(decision);
    if (known !== undefined) return known;
    const { kind, rule, reason } = decision;
    const json = JSON.stringify([kind, rule, reason]);
    decisions.set(decision, json);
    return json;
  };
  return (entry) => {
    if (entry.kind === 'end') return toEndLine(entry, decisionOf(entry.decision));
    if (entry.kind !== 'begin') return `${JSON.stringify(entry)}\n`;
    const { seq, at, id, summary, arguments: body } = entry;
    const shown = summary === undefined ? '' : JSON.stringify(summary);
    return `begin\t${commonOf(entry)}\t[${seq},${at},"${id}"]\t${shown}\t${toBody(body)}\t.\n`;
  };
}

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

function toEndLine(end: EndEntry, decision: string): string {
  const { seq, at, durationMs, attempts, status, legs, result } = end;
  const head = `[${seq},${at},${durationMs},${attempts},"${status}",${legs.length === 0 ? '[]' : JSON.stringify(legs)}]`;
  return `end\t${head}\t${decision}\t${toRest(end)}\t${toBody(result)}\t.\n`;
}

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
  if (!isCut && readable === undefined) return `[${bytes},${redactions}]\t${text}`;
  return `${JSON.stringify([bytes, redactions, isCut, readable])}\t${text}`;
}
