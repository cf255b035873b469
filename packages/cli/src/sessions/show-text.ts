import type { Session, SessionEndReason, SessionRisk, ToolCall } from '@toolmark/api-contract';
import { padTo, safeText, widest, wrapText } from '@toolmark/audit';
import { renderCallRows } from '../calls/list-text.ts';
import { MODE_WORDS, renderLegend } from '../calls/marks.ts';
import type { Screen } from '../gateway-client-command.ts';
import { plural, toCount, toLocal, toLocalAndAgo, toSpan } from '../text/amounts.ts';
import { type Fact, heading, renderFacts } from '../text/facts.ts';
import { shellWord } from '../text/shell-word.ts';
import { sessionLabel, stateStyle } from './list-text.ts';

const END_REASONS: Readonly<Record<SessionEndReason, string>> = {
  left: 'the client disconnected',
  idle: 'no activity for a while',
  stopped: 'the gateway was stopped',
  interrupted: 'the gateway was killed',
};

const LEGS: readonly (readonly [keyof SessionRisk, string, string])[] = [
  ['private_data_read', 'read private data', 'read no private data'],
  ['untrusted_content_seen', 'saw untrusted content', 'saw no untrusted content'],
  ['open_world_write', 'wrote to the outside, so data may have left', 'wrote nothing to the outside'],
];

const LEG_WIDTH = widest(LEGS.map(([, done]) => done));

/** All details of one session, with its latest calls. */
export function renderSession(session: Session, latest: readonly ToolCall[], screen: Screen): readonly string[] {
  const { paint } = screen;
  const more = `toolmark calls --session ${shellWord(safeText(session.id))}`;
  return [
    `${paint(['bold', stateStyle(session)], sessionLabel(session))}  ${paint('dim', safeText(`${session.client_version ?? ''}  ${session.status}`.trim()))}`,
    '',
    ...renderFacts(factsOf(session, screen), screen),
    ...renderRisk(session.risk, screen),
    ...heading('Latest calls', screen),
    ...(latest.length === 0 ? ['  No calls.'] : renderCallRows(latest, screen)),
    ...(latest.length === 0 ? [] : ['', ...renderLegend(screen)]),
    ...(latest.length < session.tool_call_count ? ['All calls:', `  ${more}`] : []).map(
      (line) => `  ${paint('dim', line)}`,
    ),
  ];
}

function factsOf(session: Session, { now }: Screen): readonly Fact[] {
  const { read, additive, destructive } = session.calls_by_class;
  const other = session.tool_call_count - read - additive - destructive;
  const classes = [
    `${toCount(read)} read`,
    `${toCount(additive)} additive`,
    `${toCount(destructive)} destructive`,
    ...(other > 0 ? [`${toCount(other)} of tools that do not exist`] : []),
  ];
  const ended = session.end_reason === null ? '' : `; ${END_REASONS[session.end_reason]}`;
  return [
    ['id', safeText(session.id)],
    ...(session.conversation === null ? [] : [['conversation', safeText(session.conversation)] as const]),
    ['started', toLocalAndAgo(session.start_time, now)],
    ...(session.end_time === null
      ? [['lasts', `${toSpan(session.duration_ms)} until now`] as const]
      : [['ended', `${toLocal(session.end_time)} after ${toSpan(session.duration_ms)}${ended}`] as const]),
    ['last active', toLocalAndAgo(session.last_activity, now)],
    ['came', wayOf(session)],
    ['calls', `${toCount(session.tool_call_count)}: ${classes.join(', ')}`],
    ['', `${plural(session.error_count, 'error')}, ${plural(session.approval_count, 'approval')}`],
    ['servers', session.servers.length === 0 ? 'none' : safeText(session.servers.join(', '))],
    ['tokens', ...tokenLines(session)],
  ];
}

function tokenLines(session: Session): readonly [string, ...string[]] {
  const { saved_tokens: saved } = session;
  const sent = `${toCount(session.menu_tokens)} to list tools, ${toCount(session.discovery_tokens)} to search for them`;
  const difference =
    saved === 0
      ? []
      : [
          saved > 0
            ? `${toCount(saved)} saved by searching; one list of every tool is ${toCount(session.listing_tokens)}`
            : `${toCount(-saved)} more by searching than one list of every tool, which is ${toCount(session.listing_tokens)}`,
        ];
  return [
    `${toCount(session.total_tokens)} in calls: ${toCount(session.input_tokens)} in, ${toCount(session.output_tokens)} out`,
    sent,
    ...difference,
    'An estimate with o200k; other models count differently.',
  ];
}

const wayOf = ({ era, mode }: Session): string =>
  [
    ...(era === null ? [] : [era === 'modern' ? 'protocol 2026-07-28' : 'an older protocol with sessions']),
    mode === 'search' ? 'searching for tools' : mode === 'direct' ? 'with the list of tools' : MODE_WORDS[mode],
  ].join(', ');

/** Each risk factor is harmless alone; together they can leak private data. */
function renderRisk(risk: SessionRisk, screen: Screen): readonly string[] {
  const { paint, columns } = screen;
  const touched = LEGS.filter(([leg]) => risk[leg] !== null).length;
  const sum =
    touched === LEGS.length
      ? ['All three together: untrusted content could have led the agent to leak private data.']
      : [];
  return [
    ...heading('Risk', screen),
    ...LEGS.map(([leg, done, notDone]) => {
      const at = risk[leg];
      return at === null
        ? `  ${paint('dim', `· ${notDone}`)}`
        : `  ${paint('yellow', '!')} ${padTo(done, LEG_WIDTH)}  ${paint('dim', toLocal(at))}`;
    }),
    ...sum.flatMap((text) => wrapText(text, columns - 2)).map((text) => `  ${paint('red', text)}`),
  ];
}
