import type { InputRequiredResult, ToolContext } from '@toolmark/kit';
import type { Text } from '../lang/lang.ts';

/** What a call would overwrite or delete. */
export interface Loss {
  /** A sentence that names it: "Index 'by_name' of collection 'todos' would be dropped." */
  readonly what: Text;
  /** What can be done instead without losing anything: a sentence. */
  readonly instead: Text;
  /** Every item that would be lost, for a tool that must not lose one that appeared after the question. */
  readonly items?: ReadonlySet<string>;
}

export interface Asked {
  readonly tool: string;
  readonly title: string;
  readonly args: unknown;
  readonly loss: Loss;
}

type Verdict = { readonly kind: 'yes' } | { readonly kind: 'ask'; readonly question: InputRequiredResult };

/** Asks a person before something is lost. */
export interface Consent {
  /** `ask`: the question goes to the client, and the call comes again with the answer. Throws NEEDS_CONSENT and DECLINED. */
  readonly obtain: (asked: Asked, context: ToolContext) => Promise<Verdict>;
}
