import type { Demo, DemoStep } from '@toolmark/api-contract';
import { type Painter, safeText, wrapText } from '@toolmark/audit';
import { ID_LENGTH } from '../approvals/approval-text.ts';
import { CLASS_MARKS } from '../calls/marks.ts';
import { addressOptions, type GatewayAddress } from '../find-gateway.ts';
import type { Screen } from '../gateway-client-command.ts';

type Style = Parameters<Painter>[0];

const STEP_MARKS: Readonly<Record<DemoStep['state'], { readonly mark: string; readonly style: Style }>> = {
  'to do': { mark: '·', style: 'dim' },
  running: { mark: '◌', style: 'cyan' },
  asking: { mark: '?', style: 'cyan' },
  ok: { mark: '✓', style: 'green' },
  error: { mark: '✗', style: 'red' },
  refused: { mark: '⊘', style: 'yellow' },
  skipped: { mark: '–', style: 'dim' },
};

const INDENT = '    ';

/** A step's description with its number. */
function renderSays({ says }: DemoStep, number: number, screen: Screen): readonly string[] {
  const lines = wrapText(safeText(says), screen.columns - INDENT.length);
  return lines.map((line, index) =>
    index === 0 ? `${screen.paint('bold', String(number).padStart(2))}  ${line}` : `${INDENT}${line}`,
  );
}

/** The call, the class of its tool, and its outcome. */
function renderOutcome({ tool, class: of, state, outcome }: DemoStep, screen: Screen): readonly string[] {
  const { paint, columns } = screen;
  const { mark, style } = STEP_MARKS[state];
  const called = of === null ? safeText(tool) : `${CLASS_MARKS[of].mark} ${safeText(tool)}, ${of}`;
  const head = `${INDENT}${paint(style, mark)} ${of === null ? called : paint(CLASS_MARKS[of].style, called)}`;
  const indent = `${INDENT}  `;
  const lines = outcome === null ? [] : wrapText(safeText(outcome), columns - indent.length);
  return [head, ...lines.map((line) => `${indent}${line}`), ''];
}

/** Prints the changes of a demo: each step once when it starts and once when it ends. */
export function createDemoPrinter(screen: Screen, print: (lines: readonly string[]) => void): (demo: Demo) => void {
  let printedStarts = 0;
  let ended = 0;
  return ({ steps }) => {
    for (const [index, step] of steps.entries()) {
      const { state, outcome } = step;
      // Steps that were not reached print nothing.
      if (state === 'to do' || (state === 'skipped' && outcome === null)) return;
      if (index >= printedStarts) {
        print(renderSays(step, index + 1, screen));
        printedStarts = index + 1;
      }
      if (state === 'running' || state === 'asking') return;
      if (index < ended) continue;
      print(renderOutcome(step, screen));
      ended = index + 1;
    }
  };
}

/** What the demo shows, and the address of the page. */
export function renderIntroduction(page: string, isJoined: boolean): readonly string[] {
  const what = isJoined ? 'The demo is already running.' : 'An agent works through the gateway.';
  return ['', what, `Follow it on the page: ${page}`, ''];
}

/** What happens to the gateway after the demo: it keeps running, stays until the user presses Enter, or stops. */
export type Lasting = 'goes on' | 'waits' | 'ends';

/** Where to look at the results. */
export function renderNext(demo: Demo, address: GatewayAddress, lasting: Lasting): readonly string[] {
  const start = 'To try it with your own servers: toolmark serve';
  if (lasting === 'ends') return [start];
  const given = addressOptions(address);
  const session = demo.session_id === null ? '' : ` --session ${safeText(demo.session_id).slice(0, ID_LENGTH)}`;
  const where = lasting === 'waits' ? 'in another terminal with' : 'with';
  return [
    `Look around on the page, or ${where}`,
    `  toolmark calls${session}${given}`,
    `  toolmark tools show ${safeText(demo.server)}__purge_drafts${given}`,
    ...(lasting === 'waits' ? [start] : []),
  ];
}
