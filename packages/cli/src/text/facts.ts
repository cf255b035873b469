import { padTo, widest, wrapText } from '@toolmark/audit';
import type { Screen } from '../gateway-client-command.ts';

/** A label and its text; several texts take several lines. */
export type Fact = readonly [label: string, ...texts: string[]];

const GAP = '  ';

/** Labels in one column, texts in the next. */
export function renderFacts(facts: readonly Fact[], { paint, columns }: Screen): readonly string[] {
  const labelWidth = widest(facts.map(([label]) => label));
  const room = columns - GAP.length * 2 - labelWidth;
  return facts.flatMap(([label, ...texts]) =>
    texts
      .flatMap((text) => wrapText(text, room))
      .map((line, index) => `${GAP}${paint('dim', padTo(index === 0 ? label : '', labelWidth))}${GAP}${line}`),
  );
}

/** A section title after an empty line. */
export const heading = (title: string, { paint }: Screen): readonly string[] => ['', `${GAP}${paint('bold', title)}`];
