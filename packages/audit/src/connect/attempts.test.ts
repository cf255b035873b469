import type { ServerTarget } from '@toolmark/reach';
import { describe, expect, it } from 'vitest';
import {
  type Attempt,
  type AttemptFailure,
  clearerFailure,
  firstAttempt,
  hasFallback,
  nextAttempt,
} from './attempts.ts';

const command: ServerTarget = { kind: 'command', command: 'server' };
const url: ServerTarget = { kind: 'url', url: 'http://localhost/mcp' };
const failure = (fields: Partial<AttemptFailure> = {}): AttemptFailure => ({
  code: 'exited',
  message: '',
  stderrTail: [],
  phase: 'connecting',
  discovered: false,
  ...fields,
});

describe('firstAttempt', () => {
  it.each<[ServerTarget, Attempt['protocol'], Attempt]>([
    [command, 'auto', { transport: 'stdio', protocol: 'auto' }],
    [command, 'legacy', { transport: 'stdio', protocol: 'legacy' }],
    [url, 'auto', { transport: 'http', protocol: 'auto' }],
    [{ ...url, transport: 'http' }, 'modern', { transport: 'http', protocol: 'modern' }],
    [{ ...url, transport: 'sse' }, 'auto', { transport: 'sse', protocol: 'legacy' }],
  ])('starts with %j and protocol %s as %j', (target, protocol, expected) => {
    expect(firstAttempt(target, protocol)).toEqual(expected);
  });
});

describe('nextAttempt', () => {
  const stdio: Attempt = { transport: 'stdio', protocol: 'auto' };
  const http: Attempt = { transport: 'http', protocol: 'auto' };
  const legacy = expect.objectContaining({
    protocol: 'legacy',
    problem: expect.objectContaining({ kind: 'probe-intolerant' }),
  });
  const sse = { transport: 'sse', protocol: 'legacy' };

  it.each<[string, ServerTarget, Attempt, Partial<AttemptFailure>, unknown]>([
    ['a server that died when probed', command, stdio, { code: 'exited' }, legacy],
    ['a server that hung when probed', command, stdio, { code: 'timeout' }, legacy],
    [
      'a server that was slow to start',
      command,
      stdio,
      { code: 'server-error', discovered: true },
      { transport: 'stdio', protocol: 'modern' },
    ],
    ['a server that died without a probe', command, { ...stdio, protocol: 'legacy' }, { code: 'exited' }, undefined],
    ['a server that died while listing', command, stdio, { phase: 'listing' }, undefined],
    ['a command that is not there', command, stdio, { code: 'spawn-failed' }, undefined],
    ['an address that answers 500', url, http, { code: 'server-error', status: 500 }, legacy],
    ['an address that answers 404', url, http, { code: 'not-mcp', status: 404 }, sse],
    [
      'an address that answers 405 without a probe',
      url,
      { ...http, protocol: 'legacy' },
      { code: 'not-mcp', status: 405 },
      sse,
    ],
    [
      'an address that may not use SSE',
      { ...url, transport: 'http' },
      http,
      { code: 'not-mcp', status: 404 },
      undefined,
    ],
    [
      'an address that must be modern',
      url,
      { ...http, protocol: 'modern' },
      { code: 'not-mcp', status: 404 },
      undefined,
    ],
    ['an address that wants credentials', url, http, { code: 'unauthorized', status: 401 }, undefined],
    ['an address where nobody is', url, http, { code: 'unreachable' }, undefined],
    ['SSE', url, { transport: 'sse', protocol: 'legacy' }, { code: 'not-mcp', status: 404 }, undefined],
  ])('retries after %s', (_, target, attempt, fields, expected) => {
    expect(nextAttempt(target, attempt, failure(fields))).toEqual(expected);
  });

  it('reserves time for another attempt if and only if there may be one', () => {
    expect(hasFallback(stdio)).toBe(true);
    expect(hasFallback({ transport: 'streams', protocol: 'auto' })).toBe(false);
    expect(hasFallback({ transport: 'stdio', protocol: 'legacy' })).toBe(false);
  });
});

describe('moreTelling', () => {
  const earlier = failure({ code: 'not-mcp' });

  it.each<[AttemptFailure['code'], Attempt['transport'], 'earlier' | 'later']>([
    ['exited', 'stdio', 'later'],
    ['not-mcp', 'sse', 'earlier'],
    ['timeout', 'sse', 'earlier'],
    ['unauthorized', 'sse', 'later'],
    ['cancelled', 'sse', 'later'],
  ])('after %s over %s shows the %s failure', (code, transport, expected) => {
    const later = failure({ code });
    expect(clearerFailure(earlier, later, { transport, protocol: 'legacy' })).toBe(
      expected === 'later' ? later : earlier,
    );
  });
});
