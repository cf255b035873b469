import { compareTable, fingerprint, infer, lint, resolve, tableFromTools } from '@toolmark/annotations';
import { print, time } from './measure.ts';
import { makeTools } from './tools.ts';

const COUNT = 10_000;

/** Measures the pure functions on 10,000 tools, with new definitions in each run to defeat caches. */
export async function annotationsBench(): Promise<void> {
  const text = JSON.stringify(makeTools(COUNT));
  const newTools = (): ReturnType<typeof makeTools> => JSON.parse(text) as ReturnType<typeof makeTools>;
  const baseline = await time(5, () => JSON.stringify(newTools()));
  print(`baseline: JSON.parse + stringify of ${COUNT} tools`, baseline);
  let tools = newTools();
  const onFresh = (work: (given: typeof tools) => unknown) => async () => {
    tools = newTools();
    await work(tools);
  };
  print(
    'infer',
    await time(
      5,
      onFresh((given) => given.map((tool) => infer(tool))),
    ),
    baseline,
  );
  print(
    'resolve',
    await time(
      5,
      onFresh((given) => given.map((tool) => resolve(tool))),
    ),
    baseline,
  );
  print(
    'resolve + lint',
    await time(
      5,
      onFresh((given) => [given.map((tool) => resolve(tool)), lint(given)]),
    ),
    baseline,
  );
  print(
    'compareTable',
    await time(
      5,
      onFresh((given) => compareTable(given, tableFromTools(given))),
    ),
    baseline,
  );
  print(
    'fingerprint',
    await time(
      5,
      onFresh((given) => Promise.all(given.map(fingerprint))),
    ),
    baseline,
  );
  await longTexts();
}

/** Texts that once caused backtracking in the readers. Ten times the text must take at most ten times as long. */
const SHAPES = ['and , ', 'delete ', 'dеlete ', '删除', ' "x', 'A', '. '];

async function longTexts(): Promise<void> {
  for (const shape of SHAPES) {
    const resolveAll = (length: number) => () => {
      const text = shape.repeat(Math.ceil(length / shape.length)).slice(0, length);
      return Array.from({ length: 100 }, () =>
        resolve({ name: text, title: text, description: text, annotations: { readOnlyHint: true } }),
      );
    };
    const short = await time(5, resolveAll(400));
    print(`resolve 100 tools of 400 × ${JSON.stringify(shape)}`, short);
    print('… of 4,000 characters', await time(5, resolveAll(4_000)), short);
  }
}
