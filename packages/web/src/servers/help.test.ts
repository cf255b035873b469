import { describe, expect, it } from 'vitest';
import { aServer } from '../pages/servers/fixtures/a-server.ts';
import { canRestartHelp, helpFor, wantsCredentials } from './help.ts';

const REFUSED =
  'https://example.com/mcp answered HTTP 401 Unauthorized; put credentials that it accepts into the headers of this server in the config, such as "Authorization": "Bearer …".';

describe('helpFor', () => {
  it.each([
    ['ready', null, [], []],
    ['connecting', null, [], []],
    ['connecting', 'The server exited with code 1.', [], ['restart', 'edit']],
    ['stopped', 'It is being stopped.', [], []],
    ['disabled', 'It is disabled in the config.', [], ['enable', 'edit']],
    ['failed', REFUSED, [], ['edit', 'restart']],
    ['failed', 'NOTES_KEY must be set in the environment.', [], ['edit']],
    ['failed', 'the secret NOTES must be set: toolmark secrets set NOTES.', [], ['edit']],
    [
      'failed',
      "Could not start 'nots': there is no such command; check the spelling.",
      ['x'],
      ['edit', 'restart', 'stderr'],
    ],
    ['waiting', 'The server exited with code 1.', ['boom'], ['restart', 'stderr', 'edit']],
    ['waiting', 'Connection refused.', [], ['restart', 'edit']],
    ['waiting', null, [], ['restart', 'edit']],
  ] as const)('%s because %j offers the right actions', (state, reason, stderr_tail, actions) => {
    expect(helpFor(aServer({ state, reason, stderr_tail })).actions).toEqual(actions);
  });

  it.each([
    [REFUSED, /^$/, true],
    ['The server answered: unauthorized.', /header/, true],
    ['NOTES_KEY must be set in the environment.', /entry/, false],
  ])('advises on %j, unless the reason already does', (reason, says, isAboutHeaders) => {
    expect(helpFor(aServer({ state: 'failed', reason }))).toMatchObject({
      says: expect.stringMatching(says),
      isAboutHeaders,
    });
  });
});

describe('helpFor a server that needs a sign-in', () => {
  it.each([
    ['ready', 'signed_out', ['sign_in']],
    ['ready', 'more_scopes', ['sign_in']],
    ['ready', 'signed_in', []],
    ['failed', 'signed_out', ['sign_in', 'edit', 'restart']],
    ['failed', 'expired', ['sign_in', 'edit', 'restart']],
    ['disabled', 'signed_out', ['enable', 'edit']],
  ] as const)('%s and %s', (state, auth, actions) => {
    const server = aServer({ state, reason: REFUSED });
    expect(helpFor({ ...server, auth: { ...server.auth, state: auth } }).actions).toEqual(actions);
  });
});

describe('wantsCredentials', () => {
  it.each([
    [REFUSED, true],
    ['The server does not accept the credentials (HTTP 401).', true],
    ['x answered HTTP 403 Forbidden.', true],
    ['Unauthorized', true],
    ['x answered HTTP 404 Not Found.', false],
    ['It listens on port 4010.', false],
  ])('%j: %j', (reason, expected) => {
    expect(wantsCredentials(reason)).toBe(expected);
  });
});

describe('canRestartHelp', () => {
  it.each([
    ['ready', null, true],
    ['waiting', 'The server exited with code 1.', true],
    ['failed', 'NOTES_KEY must be set in the environment.', false],
    ['disabled', 'It is disabled in the config.', false],
  ] as const)('%s, %j: %j', (state, reason, expected) =>
    expect(canRestartHelp(aServer({ state, reason }))).toBe(expected),
  );
});
