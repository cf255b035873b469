import type { InputRequiredResult, ToolContext } from '@toolmark/kit';
import type { Text } from '../lang/lang.ts';

/** The data that a call would overwrite or delete. */
export interface Loss {
  /** Describes the loss: "Index 'by_name' of collection 'todos' would be dropped." */
  readonly what: Text;
  /** Suggests an alternative without a loss. */
  readonly instead: Text;
  /** Every item that would be lost, for a tool that must spare items that appeared after the question. */
  readonly items?: ReadonlySet<string>;
}

export interface Asked {
  readonly tool: string;
  readonly title: string;
  readonly args: unknown;
  readonly loss: Loss;
}

type Verdict = { readonly kind: 'yes' } | { readonly kind: 'ask'; readonly question: InputRequiredResult };

/** Asks the user for consent before data is lost. */
export interface Consent {
  /** `ask`: the question is sent to the client, which repeats the call with the answer. Throws NEEDS_CONSENT and DECLINED. */
  readonly obtain: (asked: Asked, context: ToolContext) => Promise<Verdict>;
}
