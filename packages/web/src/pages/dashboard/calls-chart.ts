import type { Stats, ToolClassName } from '@toolmark/api-contract';
import { CLASS_WORDS, CLASSES } from '../../hints/labels.ts';

/** One layer of the chart. `undefined`: calls of tools that no server has. */
interface Layer {
  readonly of: ToolClassName | undefined;
  readonly label: string;
  readonly colour: string;
  readonly values: readonly number[];
  readonly total: number;
}

export interface CallsChart {
  readonly times: readonly number[];
  readonly layers: readonly Layer[];
}

const UNKNOWN = { label: 'Unknown tool', colour: '--color-neutral' };

/**
 * Calls over time with one layer per class. The layers add up to all calls: calls without a class get their own layer.
 *
 * @example
 * toChart(stats).layers.map(({ label, total }) => `${label} ${total}`) // ['Read-only 40', 'Adds 3', 'Destructive 1']
 */
export function toChart({ timeline }: Pick<Stats, 'timeline'>): CallsChart {
  const layers = CLASSES.map((of) => {
    const { word, colour } = CLASS_WORDS[of];
    return toLayer(
      { of, label: word, colour: `--color-${colour}` },
      timeline.map(({ by_class }) => by_class[of]),
    );
  });
  const rest = toLayer(
    { of: undefined, ...UNKNOWN },
    timeline.map(({ calls, by_class }) => calls - CLASSES.reduce((sum, of) => sum + by_class[of], 0)),
  );
  return { times: timeline.map(({ from }) => Date.parse(from)), layers: rest.total > 0 ? [...layers, rest] : layers };
}

const toLayer = (names: Pick<Layer, 'of' | 'label' | 'colour'>, values: readonly number[]): Layer => ({
  ...names,
  values,
  total: values.reduce((sum, value) => sum + value, 0),
});
