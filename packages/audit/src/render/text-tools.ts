import { type EffectiveHint, HINT_NAMES, type HintName, type ToolClass } from '@toolmark/annotations';
import { safeText } from '@toolmark/reach';
import type { AuditedTool, AuditReport } from '../report/report.ts';
import { cutTo, maxWidth, type Painter, padTo, type Terminal, wrapAt } from './terminal.ts';

const CLASS_MARKS: Readonly<Record<ToolClass, { readonly mark: string; readonly style: 'blue' | 'green' | 'red' }>> = {
  read: { mark: '◉', style: 'blue' },
  additive: { mark: '+', style: 'green' },
  destructive: { mark: '▲', style: 'red' },
};
const HINT_HEADS = ['READ', 'DESTR', 'IDEMP', 'OPEN'];
const HINT_WIDTH = 5;
const CLASS_WIDTH = 15;
const GAP = '  ';
/** Below this width titles are dropped, because findings refer to the names. */
const ROOM_FOR_BOTH = 36;

/** The fields of a tool that its row shows. */
export interface ShownTool extends Pick<AuditedTool, 'name' | 'title' | 'class'> {
  readonly hints: Readonly<Record<HintName, Pick<EffectiveHint, 'value' | 'source'>>>;
  readonly contradictions: readonly unknown[];
}

/** The tools as a table, with a legend. */
export function renderTools({ tools }: AuditReport, terminal: Terminal, paint: Painter): readonly string[] {
  if (tools.length === 0) return [];
  return [...renderToolRows(tools, terminal, paint), '', ...renderToolLegend(tools, terminal, paint)];
}

/** The table: title, name, class, and the four hints with their sources. */
export function renderToolRows(tools: readonly ShownTool[], terminal: Terminal, paint: Painter): readonly string[] {
  const fixed = GAP.length * 2 + CLASS_WIDTH + HINT_HEADS.length * (GAP.length + HINT_WIDTH);
  const columns = nameColumns(tools, terminal.columns - fixed);
  const line = (cells: readonly string[]): string => `${GAP}${cells.join(GAP).trimEnd()}`;
  const head = [
    ...columns.map(({ head: text, width }) => padTo(text, width)),
    padTo('CLASS', CLASS_WIDTH),
    ...HINT_HEADS.map((text) => padTo(text, HINT_WIDTH)),
  ];
  const rows = tools.map((tool, row) =>
    line([
      ...columns.map(({ cells, width, dim }) => {
        const text = padTo(cutTo(cells[row] ?? '', width), width);
        return dim ? paint('dim', text) : text;
      }),
      renderClass(tool, paint),
      ...HINT_NAMES.map((hint) => renderHint(tool, hint, paint)),
    ]),
  );
  return [paint('dim', line(head)), ...rows];
}

interface NameColumn {
  readonly head: string;
  readonly cells: readonly string[];
  readonly width: number;
  readonly dim: boolean;
}

function nameColumns(tools: readonly ShownTool[], room: number): readonly NameColumn[] {
  const names = tools.map(({ name }) => safeText(name));
  const titles = tools.map(({ title }) => safeText(title ?? '–'));
  const nameWidth = maxWidth([...names, 'NAME']);
  const titleWidth = maxWidth([...titles, 'TITLE']);
  const both = room - GAP.length;
  if (room < ROOM_FOR_BOTH && titleWidth + nameWidth > both) {
    return [{ head: 'NAME', cells: names, width: Math.min(nameWidth, Math.max(12, room)), dim: false }];
  }
  // Give each column its natural width; if that is too much, shorten the wider one.
  const width = Math.min(titleWidth, Math.max(Math.floor(both / 2), both - nameWidth));
  return [
    { head: 'TITLE', cells: titles, width, dim: false },
    { head: 'NAME', cells: names, width: Math.min(nameWidth, both - width), dim: true },
  ];
}

/** The class with its symbol, and a flag if the tool's words contradict its hints. */
export function renderClass(tool: Pick<ShownTool, 'class' | 'contradictions'>, paint: Painter): string {
  const { mark, style } = CLASS_MARKS[tool.class];
  const flag = tool.contradictions.length > 0 ? ' ⚑' : '';
  return paint(style, padTo(`${mark} ${tool.class}${flag}`, CLASS_WIDTH));
}

function renderHint(tool: ShownTool, hint: HintName, paint: Painter): string {
  const { value, source } = tool.hints[hint];
  const word = value ? 'yes' : 'no';
  if (isMoot(tool, hint)) return paint('dim', padTo('–', HINT_WIDTH));
  if (source === 'default') return paint('dim', padTo(`(${word})`, HINT_WIDTH));
  if (source === 'inferred') return paint('yellow', padTo(`${word} ⚑`, HINT_WIDTH));
  return padTo(word, HINT_WIDTH);
}

/** Whether a hint has no effect: on a read-only tool, showing the defaults of these two would only alarm people. */
function isMoot({ class: toolClass, hints }: ShownTool, hint: HintName): boolean {
  const meaningful = hint === 'readOnlyHint' || hint === 'openWorldHint';
  return toolClass === 'read' && !meaningful && hints[hint].source === 'default';
}

/** The legend for the symbols in the rows of these tools. */
export function renderToolLegend(tools: readonly ShownTool[], terminal: Terminal, paint: Painter): readonly string[] {
  const some = (test: (tool: ShownTool, hint: HintName) => boolean) =>
    tools.some((tool) => HINT_NAMES.some((hint) => test(tool, hint)));
  const parts = [
    'yes/no declared',
    ...(some((tool, hint) => tool.hints[hint].source === 'default' && !isMoot(tool, hint))
      ? ["(yes)/(no) absent, MCP's default"]
      : []),
    ...(some(isMoot) ? ['– absent, no effect when read-only'] : []),
    ...(some((tool, hint) => tool.hints[hint].source === 'inferred')
      ? ['⚑ contradicted, the stricter value counts']
      : []),
  ];
  return wrapAt('  ·  ', parts, terminal.columns - 2).map((text) => `${GAP}${paint('dim', text)}`);
}
