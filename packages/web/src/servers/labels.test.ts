import { serverStates, trusts } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import {
  describeProtocol,
  describeSelf,
  isUnhealthy,
  restartMessage,
  SERVER_STATES,
  STATE_WORDS,
  TRUST_WORDS,
  TRUSTS,
} from './labels.ts';

describe('words for servers', () => {
  it('has a distinct word and icon for every state', () => {
    expect([...SERVER_STATES].sort()).toEqual([...serverStates].sort());
    const { length } = serverStates;
    expect(new Set(serverStates.map((state) => STATE_WORDS[state].icon)).size).toBe(length);
    expect(new Set(serverStates.map((state) => STATE_WORDS[state].word)).size).toBe(length);
  });

  it('has a word for every trust level', () => {
    expect(TRUSTS).toEqual(trusts);
    expect(trusts.every((trust) => TRUST_WORDS[trust].means !== '')).toBe(true);
  });

  it.each([
    ['ready', false],
    ['connecting', false],
    ['waiting', true],
    ['failed', true],
    ['disabled', false],
    ['stopped', false],
  ] as const)('%s needs attention: %j', (state, expected) => {
    expect(isUnhealthy({ state })).toBe(expected);
  });
});

describe('describeProtocol', () => {
  it.each([
    [{ transport: 'stdio', era: 'modern', protocol_version: '2026-07-28' }, 'stdio · 2026-07-28'],
    [{ transport: 'http', era: 'legacy', protocol_version: '2025-06-18' }, 'HTTP · 2025-06-18 · legacy'],
    [{ transport: 'sse', era: 'legacy', protocol_version: null }, 'SSE · legacy'],
    [{ transport: null, era: null, protocol_version: null }, ''],
    [{ transport: 'http', era: null, protocol_version: 'x\u202ey' }, 'HTTP · x⟨U+202E⟩y'],
  ] as const)('describes %j as %j', (server, expected) => {
    expect(describeProtocol(server)).toBe(expected);
  });
});

describe('describeSelf', () => {
  it.each([
    [{ name: 'demo', title: 'Demo', version: '0.1.0' }, 'Demo 0.1.0'],
    [{ name: 'demo', title: '  ', version: '0.1.0' }, 'demo 0.1.0'],
    [{ name: 'demo' }, 'demo'],
    [{ name: 3, version: {} }, ''],
    [{ title: 'a\nb\u200b' }, 'a b⟨U+200B⟩'],
    [null, ''],
  ])('describes %j as %j', (info, expected) => {
    expect(describeSelf(info)).toBe(expected);
  });
});

describe('restartMessage', () => {
  it.each([
    ['ready', 'notes was restarted and is ready.'],
    ['failed', 'notes was restarted and is failed.'],
    ['connecting', 'notes is still starting.'],
  ] as const)('%s', (state, expected) => {
    expect(restartMessage({ name: 'notes', state })).toBe(expected);
  });
});
