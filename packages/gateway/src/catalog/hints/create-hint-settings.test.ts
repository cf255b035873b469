import type { Trust } from '@toolmark/config';
import { describe, expect, it } from 'vitest';
import { anOverride } from '../../calls/hints/fixtures/hints-world.ts';
import { UNCURATED } from '../curation.ts';
import { createHintSettings } from './create-hint-settings.ts';
import { isSameSettings, PLAIN_SETTINGS } from './hint-settings.ts';

const trustOf = (): Trust => 'declared';
const reasonOf = (...overrides: Parameters<typeof anOverride>[0][]) =>
  createHintSettings({ overrides: overrides.map((change) => anOverride(change)), trustOf }).of('notes', 'job')
    .overrideReason;

describe('the reason of an override', () => {
  const at = '2026-11-16T05:00:00.000Z';
  it.each([
    [{ author: 'ada', at, reason: 'the server lies' }, 'set by ada on 2026-11-16: the server lies'],
    [{ author: 'ada', at }, 'set by ada on 2026-11-16'],
    [{ author: 'ada' }, 'set by ada'],
    [{ reason: 'it lies' }, 'set by a person: it lies'],
    [{ reason: 'it lies', origin: 'config' }, 'set in the config: it lies'],
    [{ author: 'ada', origin: 'config' }, 'set by ada'],
  ] as const)('%j: %s', (change, reason) => {
    expect(reasonOf(change)).toBe(reason);
  });

  it('names the hints of each author, and omits authors without an effective hint', () => {
    expect(
      reasonOf(
        { author: 'ada', hints: { readOnlyHint: false, destructiveHint: true } },
        { tool: 'j*', author: 'bob', hints: { destructiveHint: false, openWorldHint: false } },
        { tool: '*', author: 'eve', hints: { readOnlyHint: true } },
      ),
    ).toBe('readOnlyHint, destructiveHint set by ada; openWorldHint set by bob');
  });
});

describe('settings', () => {
  it('are the same plain object for a tool without settings', () => {
    const settings = createHintSettings({ overrides: [anOverride()], trustOf });
    expect(settings.of('notes', 'other')).toBe(PLAIN_SETTINGS);
  });

  it('have the trust of the server, with or without overrides', () => {
    const settings = createHintSettings({
      overrides: [anOverride()],
      trustOf: (server) => (server === 'notes' ? 'none' : 'verified'),
    });
    expect(settings.of('notes', 'job')).toEqual({
      trust: 'none',
      reviewed: [],
      override: { destructiveHint: true },
      overrideReason: 'set by a person',
      curation: UNCURATED,
    });
    expect(settings.of('files', 'x')).toEqual({
      ...PLAIN_SETTINGS,
      trust: 'verified',
      reviewed: [],
    });
  });

  it.each([
    [{ trust: 'none' as const }, false],
    [{ override: { readOnlyHint: false } }, false],
    [{ overrideReason: 'set by ada' }, false],
    [{ override: {} }, true],
  ])('with %j are equal: %s', (change, isSame) => {
    expect(isSameSettings(PLAIN_SETTINGS, { ...PLAIN_SETTINGS, ...change })).toBe(isSame);
  });
});
