import { randomBytes } from 'node:crypto';
import type { EmulatorReply, World } from './app.ts';
import { json } from './app.ts';

/** Nextcloud's Login Flow v2 without a password: opening the link signs in as the emulator's first user. */
export interface LoginFlow {
  /** `undefined` if the request is for something else. */
  readonly handle: (method: string, path: readonly string[], body: string, base: string) => EmulatorReply | undefined;
}

export function createLoginFlow({ users }: World): LoginFlow {
  const granted = new Map<string, boolean>();
  const begin = (base: string): EmulatorReply => {
    const token = randomBytes(32).toString('hex');
    granted.set(token, false);
    return json({ poll: { token, endpoint: `${base}/login/v2/poll` }, login: `${base}/login/v2/flow/${token}` });
  };
  const poll = (body: string, base: string): EmulatorReply => {
    const token = new URLSearchParams(body).get('token') ?? '';
    const [first] = users;
    if (granted.get(token) !== true || first === undefined) return json([], 404);
    granted.delete(token);
    const [loginName, { password }] = first;
    return json({ server: base, loginName, appPassword: password });
  };
  return {
    handle: (method, path, body, base) => {
      if (path[0] !== 'login' || path[1] !== 'v2') return undefined;
      const [, , kind, token = ''] = path;
      if (kind === undefined && method === 'POST') return begin(base);
      if (kind === 'poll' && method === 'POST') return poll(body, base);
      if (kind !== 'flow' || !granted.has(token)) return json([], 404);
      if (method === 'POST') granted.set(token, true);
      return {
        status: 200,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: method === 'POST' ? DONE : QUESTION,
      };
    },
  };
}

const QUESTION =
  '<!doctype html><title>Nextcloud emulator</title><h1>Grant access?</h1><form method="post"><button>Grant access</button></form>';
const DONE = '<!doctype html><title>Nextcloud emulator</title><h1>Access granted</h1><p>You can close this page.</p>';
