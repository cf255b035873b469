import { hash, randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '@toolmark/base';
import type { Discovery } from './discover.ts';
import { FLOW_MS, MOST_FLOWS } from './limits.ts';
import type { OAuthClient, SignInKey } from './sign-in-record.ts';
import type { AttemptStatus } from './token-source.ts';

/** A sign-in waiting for a person. */
export interface Flow extends SignInKey {
  readonly id: string;
  readonly discovery: Discovery;
  readonly metadataUrl: string | undefined;
  readonly client: OAuthClient;
  readonly codeVerifier: string;
  readonly scopes: readonly string[];
  readonly expiresAt: number;
}

/** Sign-ins in progress, kept in memory until the gateway stops. Each can be completed once. */
export interface Flows {
  /** Returns an unguessable OAuth `state`. */
  readonly newState: () => string;
  /** `undefined` if too many are waiting. */
  readonly add: (state: string, flow: Omit<Flow, 'id' | 'expiresAt'>) => Flow | undefined;
  /** Removes and returns a flow; it cannot be completed again. */
  readonly take: (state: string) => Flow | undefined;
  /** The same for a server's latest flow, when only a code is known. */
  readonly takeLast: (server: string) => Flow | undefined;
  readonly end: (flow: Flow, problem: string | undefined) => void;
  readonly attempt: (server: string) => AttemptStatus | undefined;
  /** Drops all flows of a server whose address changed or that was signed out. */
  readonly drop: (server: string, problem: string) => void;
}

/** @param onChange told of the server of which an attempt changed */
export function createFlows(clock: Clock, onChange: (server: string) => void): Flows {
  /** Keyed by the hash of the state, so that reading this memory is not enough to answer. */
  const waiting = new Map<string, Flow>();
  const attempts = new Map<string, AttemptStatus>();

  const forgetOld = (): void => {
    for (const [key, flow] of waiting) if (flow.expiresAt <= clock.now()) waiting.delete(key);
  };
  const take = (key: string): Flow | undefined => {
    forgetOld();
    const flow = waiting.get(key);
    waiting.delete(key);
    return flow;
  };
  const end = ({ id, server }: Flow, problem: string | undefined): void => {
    const attempt = attempts.get(server);
    if (attempt?.id !== id) return;
    attempts.set(server, { ...attempt, state: problem === undefined ? 'done' : 'failed', problem });
    onChange(server);
  };

  return {
    newState: () => randomBytes(32).toString('base64url'),
    add: (state, start) => {
      forgetOld();
      if (waiting.size >= MOST_FLOWS) return undefined;
      const flow = { ...start, id: randomUUID(), expiresAt: clock.now() + FLOW_MS };
      const { id, server, expiresAt } = flow;
      waiting.set(keyOf(state), flow);
      attempts.set(server, { id, state: 'waiting', problem: undefined, expiresAt });
      onChange(server);
      return flow;
    },
    take: (state) => take(keyOf(state)),
    takeLast: (server) => {
      const [key] = [...waiting].findLast(([, flow]) => flow.server === server) ?? [];
      return key === undefined ? undefined : take(key);
    },
    end,
    attempt: (server) => {
      const attempt = attempts.get(server);
      if (attempt?.state !== 'waiting' || attempt.expiresAt > clock.now()) return attempt;
      return { ...attempt, state: 'failed', problem: 'The sign-in timed out. Start again.' };
    },
    drop: (server, problem) => {
      for (const [key, flow] of waiting) {
        if (flow.server !== server) continue;
        waiting.delete(key);
        end(flow, problem);
      }
    },
  };
}

const keyOf = (state: string): string => hash('sha256', state, 'base64url');
