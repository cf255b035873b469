import type { CallDecision } from '@toolmark/api-contract';
import type { Begin, Body, EndEntry, Entry, RiskLeg } from '../entry.ts';

/**
 * Writes entries as lines of the journal. Most are JSON. Beginnings and ends of calls, which are nearly all of them, are fields
 * between tabs, since escaping what is JSON already would cost more than everything else that is done for a call:
 *
 *     begin  what many calls have in common  [seq,at,"id"]  summary  size  arguments  .
 *     end    [seq,at,durationMs,attempts,"status",legs]  decision  what few calls have  size  result  .
 *
 * Calls that began and ended are in one line, as many as follow each other and have all of that in common. Their numbers are told
 * from those of the first: short ones are written faster.
 *
 *     call   what many calls have in common  decision  [attempts,"status",legs]  [seq,at]  and of each call:
 *            [seq since the first,at since the first,"id",ms until its end,durationMs unless it is the same]
 *            summary  size  arguments  what few calls have  size  result
 *            at the end  .
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
  let newest: { readonly decision: CallDecision | null; readonly json: string } = { decision: null, json: '' };
  let text = '';
  /** The line of calls at its end that others may go into. */
  let open: OpenLine | undefined;

  const commonOf = (begin: Begin): string => {
    for (const common of recent) if (isSame(common.of, begin)) return common.json;
    const json = toCommon(begin);
    recent[next] = { of: begin, json };
    next = (next + 1) % MAX_RECENT;
    return json;
  };
  const decisionOf = (decision: CallDecision | null): string => {
    if (decision === null) return '';
    if (decision === newest.decision) return newest.json;
    const json = decisions.get(decision) ?? toDecision(decision);
    decisions.set(decision, json);
    newest = { decision, json };
    return json;
  };
  const close = (): void => {
    if (open !== undefined) text += END_OF_LINE;
    open = undefined;
  };
  const lineOf = (entry: Entry | Begin): string => {
    if (entry.kind === 'begin') {
      const { seq, at, id, arguments: body } = entry;
      return `begin\t${commonOf(entry)}\t[${seq},${at},"${id}"]\t${toSummary(entry)}\t${toBody(body)}${END_OF_LINE}`;
    }
    if (entry.kind !== 'end') return `${JSON.stringify(entry)}\n`;
    const { seq, at, durationMs, decision, result } = entry;
    const head = `[${seq},${at},${durationMs},${toOutcome(entry)}]`;
    return `end\t${head}\t${decisionOf(decision)}\t${toRest(entry)}\t${toBody(result)}${END_OF_LINE}`;
  };
  return {
    add: (entry) => {
      close();
      text += lineOf(entry);
    },
    addCall: (begin, end) => {
      const common = commonOf(begin);
      const decision = decisionOf(end.decision);
      if (
        open === undefined ||
        open.common !== common ||
        open.decision !== decision ||
        !isSameOutcome(open.end, end) ||
        text.length - open.from > MAX_LINE
      ) {
        close();
        open = { from: text.length, common, decision, begin, end };
        text += `call\t${common}\t${decision}\t[${toOutcome(end)}]\t[${begin.seq},${begin.at}]`;
      }
      text += toCall(begin, end, open.begin);
    },
    length: () => text.length,
    take: () => {
      close();
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

/** So that no line is much longer than its longest call: one is read, and stored, as a whole. */
const MAX_LINE = 16 * 1024;

const END_OF_LINE = '\t.\n';

interface OpenLine {
  /** Where it begins. */
  readonly from: number;
  readonly common: string;
  readonly decision: string;
  /** Of its first call. */
  readonly begin: Begin;
  readonly end: EndEntry;
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

const toDecision = ({ kind, rule, reason }: CallDecision): string => JSON.stringify([kind, rule, reason]);

function toCall(begin: Begin, end: EndEntry, first: Begin): string {
  const { seq, at, id, summary, arguments: given } = begin;
  const after = end.at - at;
  // As nearly all of them are, and in one go.
  if (summary === undefined && isPlain(given) && isPlain(end.result) && isUsual(end) && after === end.durationMs)
    return `\t[${seq - first.seq},${at - first.at},"${id}",${after}]\t\t\t${given.text}\t\t\t${end.result.text}`;
  const duration = after === end.durationMs ? '' : `,${end.durationMs}`;
  const head = `[${seq - first.seq},${at - first.at},"${id}",${after}${duration}]`;
  return `\t${head}\t${toSummary(begin)}\t${toBody(begin.arguments)}\t${toRest(end)}\t${toBody(end.result)}`;
}

const toSummary = ({ summary }: Begin): string => (summary === undefined ? '' : JSON.stringify(summary));

const toOutcome = ({ attempts, status, legs }: EndEntry): string =>
  `${attempts},"${status}",${legs.length === 0 ? '[]' : JSON.stringify(legs)}`;

const isSameOutcome = (one: EndEntry, other: EndEntry): boolean =>
  one.status === other.status && one.attempts === other.attempts && isSameList(one.legs, other.legs);

/** What is as in nearly all calls is left out. */
function toRest(end: EndEntry): string {
  if (isUsual(end)) return '';
  const { cached, approval, error, failures } = end;
  return JSON.stringify({
    ...(cached && { cached }),
    ...(approval !== null && { approval }),
    ...(error !== null && { error }),
    ...(failures.length > 0 && { failures }),
  });
}

const isUsual = ({ cached, approval, error, failures }: EndEntry): boolean =>
  !cached && approval === null && error === null && failures.length === 0;

function toBody(body: Body | null): string {
  if (body === null) return '\t';
  const { bytes, redactions, isCut, readable, text } = body;
  if (isPlain(body)) return `\t${text}`;
  return `${JSON.stringify([bytes, redactions, isCut, readable])}\t${text}`;
}

/** All of it is there as it was. */
const isPlain = (body: Body | null): body is Body =>
  body !== null && !body.isCut && body.redactions === 0 && body.readable === undefined;
