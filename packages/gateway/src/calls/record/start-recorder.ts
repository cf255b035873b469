import { systemClock } from '@toolmark/base';
import { createRecorder, type RecorderOptions, type RunningRecorder } from './create-recorder.ts';
import { createNoRecorder } from './no-recorder.ts';

/** Creates a recorder, or one that records nothing if the config switches recording off. */
export function startRecorder(
  options: Omit<RecorderOptions, 'clock'> & { readonly configFile: string },
): RunningRecorder {
  return options.config.enabled
    ? createRecorder({ ...options, clock: systemClock })
    : createNoRecorder(systemClock.now, options.configFile);
}
