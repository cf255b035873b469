import type { Begin, EndEntry, RoundEntry } from '../../record/entry.ts';
import type { Outbox } from '../../record/outbox.ts';
import type { Running, UnderWay } from './in-flight.ts';

/** Beginnings of calls on their way into the journal, each before its end or together with it. */
export interface Begins {
  /** This one can wait: most reads are over before anybody would see them running. */
  readonly add: (running: Running) => void;
  readonly write: (underWay: UnderWay) => void;
  /** Those among these that waited, and began by then. Says whether others are left. */
  readonly writeFresh: (all: readonly UnderWay[], until?: number) => boolean;
  /** It is sent again, with answers: behind its beginning. */
  readonly addRound: (underWay: UnderWay, round: RoundEntry) => void;
  /** It is over. */
  readonly end: (underWay: UnderWay, end: EndEntry) => void;
}

export interface BeginsDeps {
  readonly outbox: Pick<Outbox, 'add' | 'addCall'>;
  /** What is written of a beginning. */
  readonly toBegin: (underWay: UnderWay) => Begin;
}

export function createBegins({ outbox, toBegin }: BeginsDeps): Begins {
  const beginOf = (underWay: UnderWay): Begin => {
    underWay.running.begin ??= toBegin(underWay);
    return underWay.running.begin;
  };
  const write = (underWay: UnderWay): void => {
    const { running } = underWay;
    running.isFresh = false;
    if (running.isWritten) return;
    running.isWritten = true;
    outbox.add(beginOf(underWay));
    for (const round of running.rounds) outbox.add(round);
  };
  return {
    add: (running) => {
      running.isFresh = true;
    },
    write,
    writeFresh: (all, until = Number.POSITIVE_INFINITY) => {
      let areLeft = false;
      for (const underWay of all) {
        const { isFresh, at } = underWay.running;
        if (isFresh && at > until) areLeft = true;
        else if (isFresh) write(underWay);
      }
      return areLeft;
    },
    addRound: (underWay, round) => {
      const { running } = underWay;
      running.rounds = [...running.rounds, round];
      if (running.isWritten) outbox.add(round);
      else write(underWay);
    },
    end: (underWay, end) => {
      if (underWay.running.rounds.length > 0) write(underWay);
      if (underWay.running.isWritten) outbox.add(end);
      else outbox.addCall(beginOf(underWay), end);
    },
  };
}
