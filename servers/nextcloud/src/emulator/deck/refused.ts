import { type EmulatorReply, json } from '../app.ts';

/** An error reply of Deck, as an exception. */
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

/** Also for unknown ids: Deck answers both with 403. */
export const denied = (): Refused => new Refused(403, 'Permission denied');
