import type { Text } from '../lang/lang.ts';

/** A question to the person at this machine. */
export interface Dialog {
  readonly title: Text;
  readonly message: string;
  /** Lines that are set apart as warnings. */
  readonly risks?: readonly string[];
  /** Answers to choose from; without them the person writes one. */
  readonly choices?: readonly Choice[];
  /** Whether the person may write an answer beside the choices. */
  readonly allowsText?: boolean;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly kind?: 'primary' | 'danger' | 'plain';
}

export type DialogAnswer =
  /** `isWritten`: the person wrote it, and it is none of the choices, even where it reads like one. */
  | { readonly kind: 'answered'; readonly value: string; readonly isWritten?: boolean }
  | { readonly kind: 'cancelled' | 'timed-out' };

/** Pages on loopback that ask a person, several at once. */
export interface Dialogs {
  /** Opens a browser where there is one, and always writes the address to stderr. Throws the signal's reason when it is aborted. */
  readonly ask: (dialog: Dialog, signal: AbortSignal) => Promise<DialogAnswer>;
  readonly close: () => Promise<void>;
}
