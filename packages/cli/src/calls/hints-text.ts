import { HINT_NAMES } from '@toolmark/annotations';
import type { HintKey, ToolHint } from '@toolmark/api-contract';
import { padTo, safeText, widest, wrapText } from '@toolmark/audit';
import type { Screen } from '../gateway-client-command.ts';

const INDENT = '    ';
/** In fewer columns a reason would have one word per line. */
const MIN_REASON = 20;

/** Each hint with its effective value, source and reason. */
export function renderHintsThen(
  effective: Readonly<Record<HintKey, ToolHint>>,
  { paint, columns }: Screen,
): readonly string[] {
  const nameWidth = widest(HINT_NAMES);
  const indent = 2 + nameWidth + 2 + 3 + 2 + 'declared'.length + 2;
  return HINT_NAMES.flatMap((name) => {
    const { value, source, reason } = effective[name];
    const word = padTo(value ? 'yes' : 'no', 3);
    const head = `  ${padTo(name, nameWidth)}  ${source === 'default' ? paint('dim', word) : word}  `;
    // On a narrow terminal the reason goes on its own line.
    if (columns - indent < MIN_REASON) {
      const below = wrapText(safeText(reason), columns - INDENT.length);
      return [`${head}${paint('dim', source)}`, ...below.map((line) => `${INDENT}${line}`)];
    }
    const [first = '', ...rest] = wrapText(safeText(reason), columns - indent);
    return [
      `${head}${paint('dim', padTo(source, 8))}  ${first}`,
      ...rest.map((line) => `${' '.repeat(indent)}${line}`),
    ];
  });
}
