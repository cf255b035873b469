import { type EmulatorReply, json } from '../app.ts';

/** A refusal of Deck, thrown from wherever it is found out. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }

  toReply(): EmulatorReply {
    return json({ status: this.status, message: this.message }, this.status);
  }
}

/** For ids that do not exist as well: Deck does not tell them apart. */
export const denied = (): Refused => new Refused(403, 'Permission denied');
