import type { SessionRisk } from '@toolmark/api-contract';
import type { CallMatcher, JsonPath, SessionMatcher } from '@toolmark/config';
import type { PolicyCall } from '../../model/policy-call.ts';
import { argumentCondition } from './argument-condition.ts';
import type { CallCondition, Polarity } from './condition.ts';
import { nameCondition } from './tool-conditions.ts';
import { anyOf } from './words.ts';

/** What a matcher asks of everything but the tool, in the order in which it is told: what costs most comes last. */
export function callConditions(
  { client, token, mode, session, arguments: args }: CallMatcher,
  polarity: Polarity,
  pathOf: ((path: string) => JsonPath) | undefined,
): readonly CallCondition[] {
  const named = (what: string, globs: readonly string[] | undefined, nameOf: (call: PolicyCall) => string | null) =>
    globs === undefined ? [] : [nameCondition(what, globs, polarity, nameOf)];
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
    ...LEGS.flatMap((leg) => (matcher[leg] === undefined ? [] : [legCondition(leg, matcher[leg])])),
    ...(callsOver === undefined ? [] : [countCondition(callsOver)]),
  ];
}

const LEGS = ['private_data_read', 'untrusted_content_seen', 'open_world_write'] as const;

const DEEDS: Readonly<Record<keyof SessionRisk, string>> = {
  private_data_read: 'read private data',
  untrusted_content_seen: 'seen untrusted content',
  open_world_write: 'written to the open world',
};

function legCondition(leg: keyof SessionRisk, wanted: boolean): CallCondition {
  const done = `the session has ${DEEDS[leg]}`;
  const notDone = `the session has not ${DEEDS[leg]}`;
  return {
    test: ({ session }) => session.risk[leg] === wanted,
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
