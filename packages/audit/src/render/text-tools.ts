import { HINT_NAMES, type HintName, type ToolClass } from '@toolmark/annotations';
import type { AuditedTool, AuditReport } from '../report/report.ts';
import { safeText } from './safe-text.ts';
import { cutTo, type Painter, padTo, type Terminal, widest, wrapAt } from './terminal.ts';

const CLASS_MARKS: Readonly<Record<ToolClass, { readonly mark: string; readonly style: 'blue' | 'green' | 'red' }>> = {
  read: { mark: '◉', style: 'blue' },
  additive: { mark: '+', style: 'green' },
  destructive: { mark: '▲', style: 'red' },
};
const HINT_HEADS = ['READ', 'DESTR', 'IDEMP', 'OPEN'];
const HINT_WIDTH = 7;
const CLASS_WIDTH = 15;

/** The tools as a table: title, name, class, and the four hints with where they come from. */
export function renderTools({ tools }: AuditReport, terminal: Terminal, paint: Painter): readonly string[] {
  if (tools.length === 0) return [];
  const titles = tools.map((tool) => safeText(tool.title ?? '–'));
  const names = tools.map((tool) => safeText(tool.name));
  const room = Math.max(30, terminal.columns - 4 - CLASS_WIDTH - HINT_HEADS.length * HINT_WIDTH);
  const titleWidth = Math.min(widest([...titles, 'TITLE']), Math.floor(room / 2));
  const nameWidth = Math.min(widest([...names, 'NAME']), room - titleWidth);
  const head = [
    padTo('TITLE', titleWidth),
    padTo('NAME', nameWidth),
    padTo('CLASS', CLASS_WIDTH),
    ...HINT_HEADS.map((text) => padTo(text, HINT_WIDTH)),
  ];
  const rows = tools.map((tool, index) =>
    [
      padTo(cutTo(titles[index] ?? '', titleWidth), titleWidth),
      paint('dim', padTo(cutTo(names[index] ?? '', nameWidth), nameWidth)),
      renderClass(tool, paint),
      ...HINT_NAMES.map((hint) => renderHint(tool, hint, paint)),
    ].join('  '),
  );
  return [
    `  ${paint('dim', head.join('  ').trimEnd())}`,
    ...rows.map((row) => `  ${row.trimEnd()}`),
    '',
    ...legend(tools, terminal).map((line) => `  ${paint('dim', line)}`),
  ];
}

function renderClass(tool: AuditedTool, paint: Painter): string {
  const { mark, style } = CLASS_MARKS[tool.class];
  const flag = tool.contradictions.length > 0 ? ' ⚑' : '';
  return paint(style, padTo(`${mark} ${tool.class}${flag}`, CLASS_WIDTH));
}

function renderHint(tool: AuditedTool, hint: HintName, paint: Painter): string {
  const { value, source } = tool.hints[hint];
  const word = value ? 'yes' : 'no';
  if (isMoot(tool, hint)) return paint('dim', padTo('–', HINT_WIDTH));
  if (source === 'default') return paint('dim', padTo(`(${word})`, HINT_WIDTH));
  if (source === 'inferred') return paint('yellow', padTo(`${word} ⚑`, HINT_WIDTH));
  return padTo(word, HINT_WIDTH);
}

/** On a tool that only reads, these two mean nothing; showing their defaults would only frighten. */
function isMoot({ class: toolClass, hints }: AuditedTool, hint: HintName): boolean {
  const meaningful = hint === 'readOnlyHint' || hint === 'openWorldHint';
  return toolClass === 'read' && !meaningful && hints[hint].source === 'default';
}

function legend(tools: readonly AuditedTool[], terminal: Terminal): readonly string[] {
  const some = (test: (tool: AuditedTool, hint: HintName) => boolean) =>
    tools.some((tool) => HINT_NAMES.some((hint) => test(tool, hint)));
  const parts = [
    'yes/no declared',
    ...(some((tool, hint) => tool.hints[hint].source === 'default' && !isMoot(tool, hint))
      ? ["(yes)/(no) absent, MCP's default"]
      : []),
    ...(some(isMoot) ? ['– absent, means nothing on a reader'] : []),
    ...(some((tool, hint) => tool.hints[hint].source === 'inferred')
      ? ['⚑ contradicted, the stricter reading counts']
      : []),
  ];
  return wrapAt('  ·  ', parts, terminal.columns - 2);
}
