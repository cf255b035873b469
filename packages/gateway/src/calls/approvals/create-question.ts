import { type AskTerms, type CallDecision, type Remember, remembering } from '@toolmark/api-contract';
import type { JsonObject } from '@toolmark/base';
import type { Body } from '@toolmark/record';
import { toHints } from '../../catalog/effective-hints.ts';
import type { Call } from '../../model/call.ts';
import type { CatalogTool } from '../../model/catalog.ts';
import { forwardedParams } from '../sent-params.ts';
import type { ApprovalsDeps } from './deps.ts';
import type { Question } from './question.ts';
import { reasonFor } from './reason.ts';
import { createSentText } from './sent/sent-text.ts';
import type { Subject } from './subject.ts';

export interface QuestionSource {
  readonly call: Call;
  readonly tool: CatalogTool;
  readonly decision: CallDecision;
  readonly subject: Subject;
  /** How it may be answered. */
  readonly terms: AskTerms;
  /** Whether the call waits for the answer. */
  readonly waits: boolean;
  readonly deps: Pick<ApprovalsDeps, 'settings' | 'clock' | 'newId' | 'present' | 'label'>;
}

/** The question about a call. */
export function createQuestion({ call, tool, decision, subject, terms, waits, deps }: QuestionSource): Question {
  const { caller } = call;
  const at = deps.clock.now();
  const sent = createSentText(call, deps.present.marksIn);
  const besides = toRecordedOthers(call);
  const given = call.arguments === undefined ? null : deps.present.recorded(call.arguments);
  const others = besides === undefined ? null : deps.present.recorded(besides);
  return {
    asked: {
      id: deps.newId(),
      callSeq: call.seq,
      callId: call.id,
      session: call.record?.session ?? null,
      server: tool.server,
      tool: tool.definition.name,
      title: tool.resolution.title.value,
      class: tool.resolution.class,
      effective: toHints(tool.resolution),
      rule: decision.rule,
      reason: reasonFor(call, decision, deps.label),
      arguments: given,
      others,
      sent: { bytes: sent.bytes, sha256: isWhole(given) && isWhole(others) ? sent.sha256 : null },
      client: deps.label(caller.client?.['name']),
      principal: caller.principal,
      mode: caller.mode ?? 'direct',
      at,
      expiresAt: at + deps.settings().expiryMs,
      terms: { ...terms, remember: rememberChoices(subject) },
      waits,
    },
    subject,
    sent,
    protocolSession: caller.session,
    status: 'pending',
    answer: null,
    wake: undefined,
    state: undefined,
    freeSince: undefined,
    isSpent: false,
    saved: undefined,
    cancelExpiry: () => {},
  };
}

const isWhole = (body: Body | null): boolean => body === null || (!body.isCut && body.redactions === 0);

/** The extra params as they are recorded: with the headers as one more member. */
function toRecordedOthers(call: Call): JsonObject | undefined {
  const { others, headers } = forwardedParams(call);
  return headers === undefined ? others : { ...others, 'HTTP headers': headers };
}

/** No session grant for a session that cannot be identified. */
const rememberChoices = ({ sessionBond }: Subject): readonly Remember[] =>
  sessionBond === undefined ? remembering.filter((each) => each !== 'session') : remembering;
