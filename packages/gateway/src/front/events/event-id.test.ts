import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseEventId, toEventId } from './event-id.ts';

describe('parseEventId', () => {
  it.each([
    ['12-0', { batch: 12, index: 0 }],
    ['12-345', { batch: 12, index: 345 }],
    ['12', { batch: 12, index: undefined }],
    ['0', { batch: 0, index: undefined }],
  ])('%s', (id, place) => expect(parseEventId(id)).toEqual(place));

  it.each(['', '-', '12-', '-1', '1-1-1', '01-1', '1-01', '1e3', ' 1-1', '1-1\n', '9999999999999999', '0-0', 'x'])(
    'rejects %j',
    (id) => expect(parseEventId(id)).toBeUndefined(),
  );

  it('inverts toEventId', () => {
    const place = fc.record({
      batch: fc.integer({ min: 1, max: 2 ** 48 }),
      index: fc.option(fc.nat(99_999), { nil: undefined }),
    });
    fc.assert(
      fc.property(place, (given) => {
        expect(parseEventId(toEventId(given))).toEqual(given);
      }),
    );
  });
});
