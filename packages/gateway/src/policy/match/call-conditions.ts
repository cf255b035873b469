import type { CallMatcher, JsonPath, SessionMatcher } from '@toolmark/config';
import { type PolicyCall, type RiskName, SESSION_RISKS } from '../../model/policy-call.ts';
import { argumentCondition } from './argument-condition.ts';
import type { CallCondition, Polarity } from './condition.ts';
import { nameCondition } from './tool-conditions.ts';
import { anyOf } from './words.ts';

/** The conditions of a matcher on everything but the tool, in the order of an explanation: the most expensive last. */
export function callConditions(
  { client, token, mode, session, arguments: args }: CallMatcher,
  polarity: Polarity,
  pathOf: ((path: string) => JsonPath) | undefined,
): readonly CallCondition[] {
  const named = (what: string, globs: readonly string[] | undefined, read: (call: PolicyCall) => string | null) =>
    globs === undefined ? [] : [nameCondition(what, globs, polarity, read)];
  return [
    ...named('client', client, ({ caller }) => caller.client),
    ...named('token', token, ({ caller }) => caller.principal),
    ...(mode === undefined ? [] : [modeCondition(mode)]),
    ...(session === undefined ? [] : sessionConditions(session)),
    ...Object.entries(args ?? {}).map(([path, matcher]) => argumentCondition(path, matcher, polarity, pathOf)),
  ];
}

function modeCondition(modes: NonNullable<CallMatcher['mode']>): CallCondition {
  const wanted = anyOf(modes);
  return {
    test: ({ caller }) => modes.includes(caller.mode),
    says: `the mode is ${wanted}`,
    unless: ({ caller }) => `the mode is ${caller.mode}, not ${wanted}`,
  };
}

function sessionConditions(matcher: SessionMatcher): readonly CallCondition[] {
  const { callsOver } = matcher;
  return [
    ...SESSION_RISKS.flatMap((name) => (matcher[name] === undefined ? [] : [riskCondition(name, matcher[name])])),
    ...(callsOver === undefined ? [] : [countCondition(callsOver)]),
  ];
}

const RISK_TEXTS: Readonly<Record<RiskName, string>> = {
  private_data_read: 'read private data',
  untrusted_content_seen: 'seen untrusted content',
  open_world_write: 'written to the open world',
};

function riskCondition(name: RiskName, wanted: boolean): CallCondition {
  const done = `the session has ${RISK_TEXTS[name]}`;
  const notDone = `the session has not ${RISK_TEXTS[name]}`;
  return {
    test: ({ session }) => session.risk[name] === wanted,
    says: wanted ? done : notDone,
    unless: () => (wanted ? notDone : done),
  };
}

function countCondition(most: number): CallCondition {
  return {
    test: ({ session }) => session.calls > most,
    says: `the session has made more than ${most} ${most === 1 ? 'call' : 'calls'}`,
    unless: ({ session }) =>
      `the session has made ${session.calls}, not more than ${most} ${most === 1 ? 'call' : 'calls'}`,
  };
}
