import { callEcho } from '../gateway/load/operations.ts';
import type { RawClient } from '../gateway/load/raw-client.ts';
import type { SwitchedGateway } from './start-switched.ts';

/** A gateway, and a client of one era. */
export interface Lane {
  readonly gateway: SwitchedGateway;
  readonly client: RawClient;
}

/** Creates a function that calls the upstream's read-only tool. */
export const callOn =
  ({ client }: Lane): (() => Promise<void>) =>
  () =>
    callEcho(client, 'bench__echo');
