import { expect, it } from 'vitest';
import { type OwnerCredential, toDecider } from './credential.ts';

it.each<[OwnerCredential['via'], string | null, object]>([
  ['cookie', 'ada', { route: 'page', by: 'ada' }],
  ['file', 'ada', { route: 'cli', by: 'ada' }],
  ['api-token', 'nightly', { route: 'api', by: 'nightly' }],
  ['none', null, { route: 'api', by: null }],
])('toDecider of %s and %s', (via, name, decider) => {
  expect(toDecider({ kind: 'owner', via, name })).toEqual(decider);
});
