import type { Text } from '../lang/lang.ts';

/** A question to the user at this machine. */
export interface Dialog {
  readonly title: Text;
  readonly message: string;
  /** Lines to show as warnings. */
  readonly risks?: readonly string[];
  /** Answers to choose from; without choices the user writes an answer. */
  readonly choices?: readonly Choice[];
  /** Whether the user may also write an answer. */
  readonly allowsText?: boolean;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly kind?: 'primary' | 'danger' | 'plain';
}

export type DialogAnswer =
  /** `isWritten`: the user wrote it; it is not a choice even if it has the same text. */
  | { readonly kind: 'answered'; readonly value: string; readonly isWritten?: boolean }
  | { readonly kind: 'cancelled' | 'timed-out' };

/** Asks the user on pages on loopback, several at once. */
export interface Dialogs {
  /** Opens a browser if possible, and always prints the address to stderr. Throws the abort reason of the signal. */
  readonly ask: (dialog: Dialog, signal: AbortSignal) => Promise<DialogAnswer>;
  readonly close: () => Promise<void>;
}
