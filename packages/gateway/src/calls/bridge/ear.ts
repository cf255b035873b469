import type { Caller } from '../../model/caller.ts';
import type { LogLevelName } from '../era/log-level.ts';

/** Who hears of a request while it is under way. */
export interface Ear {
  readonly caller: Caller;
  /** Under which progress is told; `undefined` where none is wanted. */
  readonly progressToken: string | number | undefined;
  /** From which level on log messages are told; `undefined` where none are wanted. */
  readonly logLevel: LogLevelName | undefined;
}
