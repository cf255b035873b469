import { padTo, widest, wrapText } from '@toolmark/audit';
import type { Screen } from '../gateway-client-command.ts';

/** A label and what is to be said under it; several texts are several lines. */
export type Fact = readonly [label: string, ...texts: string[]];

const GAP = '  ';

/** Labels in one column, what they say in the next. */
export function renderFacts(facts: readonly Fact[], { paint, columns }: Screen): readonly string[] {
  const labelWidth = widest(facts.map(([label]) => label));
  const room = columns - GAP.length * 2 - labelWidth;
  return facts.flatMap(([label, ...texts]) =>
    texts
      .flatMap((text) => wrapText(text, room))
      .map((line, index) => `${GAP}${paint('dim', padTo(index === 0 ? label : '', labelWidth))}${GAP}${line}`),
  );
}

/** A title over a part of what is shown, after an empty line. */
export const heading = (title: string, { paint }: Screen): readonly string[] => ['', `${GAP}${paint('bold', title)}`];
