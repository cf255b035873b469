import type { ServerTarget } from '@toolmark/reach';
import { describe, expect, it } from 'vitest';
import { type Attempt, firstAttempt, nextAttempt } from './attempts.ts';

const command: ServerTarget = { kind: 'command', command: 'x' };
const url: ServerTarget = { kind: 'url', url: 'http://x' };
const http: ServerTarget = { ...url, transport: 'http' };
const sse: ServerTarget = { ...url, transport: 'sse' };

const at = (text: string): Attempt => {
  const [transport, protocol] = text.split(' ');
  return { transport, protocol } as Attempt;
};

describe('firstAttempt', () => {
  it.each([
    [command, 'auto', undefined, 'stdio auto'],
    [command, 'modern', undefined, 'stdio modern'],
    [command, 'auto', 'stdio legacy', 'stdio legacy'],
    [command, 'auto', 'stdio modern', 'stdio auto'],
    [command, 'auto', 'http legacy', 'stdio auto'],
    [command, 'modern', 'stdio legacy', 'stdio modern'],
    [url, 'auto', undefined, 'http auto'],
    [url, 'auto', 'sse legacy', 'sse legacy'],
    [http, 'auto', 'sse legacy', 'http auto'],
    [sse, 'auto', undefined, 'sse legacy'],
    [sse, 'auto', 'http legacy', 'sse legacy'],
  ] as const)('of %j with %s and %s remembered is %s', (target, protocol, remembered, expected) => {
    const verdict = remembered && { transport: at(remembered).transport, era: at(remembered).protocol as 'legacy' };
    expect(firstAttempt(target, protocol, verdict)).toEqual(at(expected));
  });
});

describe('nextAttempt', () => {
  const refused = { status: 404, died: false, isFinal: false };
  const died = { status: undefined, died: true, isFinal: false };
  it.each([
    ['the server exited on the probe', command, 'auto', ['stdio auto'], died, 'stdio legacy'],
    ['it dies anyway', command, 'auto', ['stdio auto', 'stdio legacy'], died, undefined],
    ['a verdict is outdated', command, 'auto', ['stdio legacy'], died, 'stdio auto'],
    ['the era is fixed', command, 'modern', ['stdio modern'], died, undefined],
    ['streamable HTTP is refused', url, 'auto', ['http auto'], refused, 'sse legacy'],
    ['there is no other transport', http, 'auto', ['http auto'], refused, undefined],
    ['SSE does not support the era', url, 'modern', ['http modern'], refused, undefined],
    ['credentials are refused', url, 'auto', ['http auto'], { ...refused, status: 401 }, undefined],
    ['the server has failed', url, 'auto', ['http auto'], { ...refused, status: 500 }, undefined],
    ['a verdict over HTTP is outdated', url, 'auto', ['http legacy'], refused, 'http auto'],
    ['the other era failed as well', url, 'auto', ['http legacy', 'http auto'], refused, 'sse legacy'],
    ['everything was tried', url, 'auto', ['sse legacy', 'http auto'], refused, undefined],
    ['a retry is useless', url, 'auto', ['http auto'], { ...refused, isFinal: true }, undefined],
  ] as const)('when %s', (_, target, protocol, tried, outcome, expected) => {
    expect(nextAttempt(target, protocol, tried.map(at), outcome)).toEqual(expected && at(expected));
  });
});
