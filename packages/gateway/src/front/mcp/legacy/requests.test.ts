import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../../../base/src/fixtures/fake-clock.ts';
import { createRequests } from './requests.ts';

const request = () => {
  const heard: string[] = [];
  return { heard, abort: () => void heard.push('abort'), cancel: () => void heard.push('cancel') };
};

describe('a request of an older client', () => {
  it('is cancelled if the cancellation arrived first', () => {
    const requests = createRequests(createFakeClock());
    const [early, next] = [request(), request()];
    requests.cancel(7);
    requests.begin(7, early);
    expect(early.heard).toEqual(['cancel']);
    requests.end(7, early);
    requests.begin(7, next);
    expect(next.heard).toEqual([]);
  });

  it('is not cancelled by a cancellation of its id from long before', async () => {
    const clock = createFakeClock();
    const requests = createRequests(clock);
    const late = request();
    requests.cancel(7);
    await clock.advance(5000);
    requests.begin(7, late);
    expect(late.heard).toEqual([]);
  });

  it('is distinguished by the type of its id', () => {
    const requests = createRequests(createFakeClock());
    const text = request();
    requests.cancel(7);
    requests.begin('7', text);
    expect(text.heard).toEqual([]);
  });

  it('is not cancelled after too many other cancellations', () => {
    const requests = createRequests(createFakeClock());
    const [first, last] = [request(), request()];
    for (let id = 0; id <= 64; id++) requests.cancel(id);
    requests.begin(0, first);
    requests.begin(64, last);
    expect([first.heard, last.heard]).toEqual([[], ['cancel']]);
  });
});
