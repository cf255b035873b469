import { median } from '../../gateway/statistics.ts';
import type { Row } from '../measure/rounds.ts';
import type { Results } from '../results.ts';

/** One figure of both targets, from the same run. */
export interface Comparison {
  readonly program: string;
  readonly what: string;
  readonly unit: 'ms' | '/s' | '';
  readonly ours: number;
  readonly theirs: number;
  /** The factor by which ours is better: the median of the ratios of all rounds. NaN if the peer does not support it. */
  readonly ahead: number;
  /** Whether the figure is a goal, or only explains others. */
  readonly isAim: boolean;
}

interface Figure {
  readonly what: string;
  readonly unit: Comparison['unit'];
  readonly isAim: boolean;
  /** The value in each round. */
  readonly of: (row: Row, tokens: (texts: readonly string[]) => number) => readonly number[];
}

const session = (what: string, isAim: boolean, of: (sample: Row['sessions'][number]) => number): Figure => ({
  what,
  unit: 'ms',
  isAim,
  of: ({ sessions }) => sessions.map(of),
});

const FIGURES: readonly Figure[] = [
  { what: 'tracepoint hits', unit: '/s', isAim: true, of: ({ traces }) => traces.map(({ perSecond }) => perSecond) },
  {
    what: 'resume to stop reported',
    unit: 'ms',
    isAim: true,
    of: ({ stops }) => stops.map(({ that }) => median(that)),
  },
  {
    what: 'resume to location known',
    unit: 'ms',
    isAim: true,
    of: ({ stops }) => stops.map(({ where }) => median(where)),
  },
  { what: 'a throw of another type', unit: 'ms', isAim: false, of: ({ throws }) => throws },
  session('launch to first stop', true, ({ launch }) => launch),
  session('20-step session', true, ({ whole }) => whole),
  session('  a step over', true, ({ steps }) => median(steps)),
  session('  reading the variables', true, ({ reads }) => median(reads)),
  session('  ending', true, ({ end }) => end),
  { what: '  calls', unit: '', isAim: false, of: ({ sessions }) => sessions.map(({ spent }) => spent.calls) },
  {
    what: '  bytes of replies',
    unit: '',
    isAim: false,
    of: ({ sessions }) => sessions.map(({ spent }) => spent.bytes),
  },
  {
    what: '  tokens of replies (o200k)',
    unit: '',
    isAim: false,
    of: ({ sessions }, tokens) => sessions.map(({ spent }) => tokens(spent.texts)),
  },
];

/** Compares all figures with the peer's. */
export function compare(
  { rows, starts }: Results,
  tokens: (texts: readonly string[]) => number,
): readonly Comparison[] {
  const programs = [...new Set(rows.map(({ program }) => program))];
  const perProgram = programs.flatMap((program) => {
    const own = rows.filter((row) => row.program === program);
    return FIGURES.map((figure) => {
      const of = (role: Row['role']): readonly number[] => {
        const row = own.find((each) => each.role === role);
        return row === undefined ? [] : figure.of(row, tokens);
      };
      return toComparison(program, figure, of('toolmark'), of('peer'));
    });
  });
  const startsOf = (role: Row['role']): readonly number[] => starts.find((row) => row.role === role)?.starts ?? [];
  const start = { what: 'start until tools are listed', unit: 'ms', isAim: false } as const;
  return [toComparison('the server', start, startsOf('toolmark'), startsOf('peer')), ...perProgram];
}

function toComparison(
  program: string,
  { what, unit, isAim }: Pick<Comparison, 'what' | 'unit' | 'isAim'>,
  ours: readonly number[],
  theirs: readonly number[],
): Comparison {
  const ratios = ours.map((own, round) => {
    const other = theirs[round] ?? Number.NaN;
    return unit === '/s' ? own / other : other / own;
  });
  // If only the peer supports it, it counts as behind.
  const ahead = ours.length === 0 && theirs.length > 0 ? 0 : median(ratios);
  return { program, what, unit, isAim, ours: median(ours), theirs: median(theirs), ahead };
}
