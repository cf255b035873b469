import { failed } from '@toolmark/base';
import type { Step } from '../compose.ts';
import type { Recorder } from '../record/recorder.ts';
import { unrecorded } from '../unrecorded.ts';

export interface RecordBeginDeps {
  readonly recorder?: Pick<Recorder, 'begin'>;
}

/** A call that changes something is on disk before anything else is done with it: what may have happened can be looked up. */
export function recordBegin({ recorder }: RecordBeginDeps): Step {
  return function recordBegin(call, next) {
    const recorded = recorder?.begin(call);
    if (recorded === undefined) return next();
    return recorded.then((outcome) => (outcome.ok ? next() : failed(unrecorded(call.name, outcome.error))));
  };
}
