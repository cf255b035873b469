import { expect, it } from 'vitest';
import { toFrames } from './frames.ts';

it('counts bytes, not characters', () => {
  const event = JSON.stringify({ type: 'tools.changed', data: { server: 'notizbücher 📓' }, timestamp: 'now' });
  const { frames, bytes } = toFrames({ batch: 1, events: [event, 'broken', event] });
  expect(frames.map(({ index }) => index)).toEqual([0, 2]);
  expect(bytes).toBe(new TextEncoder().encode(frames.map(({ text }) => text).join('')).length);
});
