import { expect, it } from 'vitest';
import { relyingPartyOf } from './relying-party.ts';

it.each([
  ['http://localhost:7420', { id: 'localhost', origin: 'http://localhost:7420' }],
  ['https://gw.example.com', { id: 'gw.example.com', origin: 'https://gw.example.com' }],
])('of %s is its host name', (origin, value) => expect(relyingPartyOf(origin)).toEqual({ ok: true, value }));

it.each([
  ['http://127.0.0.1:7420', 'http://localhost:7420/'],
  ['http://[::1]:7420', 'http://localhost:7420/'],
  [undefined, 'on the page'],
  ['null', 'on the page'],
])('is missing for %s, with instructions', (origin, text) => {
  expect(relyingPartyOf(origin)).toEqual({ ok: false, error: expect.stringContaining(text) });
});
