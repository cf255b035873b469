import { createToolIndex } from '../../packages/gateway/src/search/index/tool-index.ts';
import type { LabelledSet, LabelledTool } from './labelled-set.ts';

const COUNT = 10_000;
const SERVERS = 100;
/** Words that occur in few tools, as in tools of different servers. */
const VOCABULARY = 5_000;
const OWN_WORDS = 12;

/** Measures indexing of 10,000 tools, and searching them with the questions of the labelled set. */
export function printSpeed({ tools, questions }: LabelledSet, quick: boolean): void {
  const many = makeMany(tools);
  const rounds = quick ? 1 : 5;
  const built: number[] = [];
  const worked: number[] = [];
  let index = createToolIndex<LabelledTool>();
  for (let round = 0; round < rounds; round += 1) {
    index = createToolIndex<LabelledTool>();
    const start = performance.now();
    const before = process.cpuUsage();
    for (const tool of many) index.add(tool);
    built.push(performance.now() - start);
    const { user, system } = process.cpuUsage(before);
    worked.push((user + system) / 1_000);
  }
  const searched = timesOf(rounds * 2, questions, (query) => index.search(query).best(10, () => true));
  const scanned = timesOf(rounds, questions, (query) => scan(many, query));
  console.log(`\n  ${COUNT} tools of ${SERVERS} servers`);
  console.log(`    indexed in ${middle(built)} ms (median), ${middle(worked)} ms of them at work`);
  console.log(`    searched in ${searched}`);
  console.log(`    the baseline, looking for each word in every text: ${scanned}`);
}

function timesOf(rounds: number, questions: LabelledSet['questions'], search: (query: string) => unknown): string {
  const times: number[] = [];
  const before = process.cpuUsage();
  for (let round = 0; round < rounds; round += 1) {
    for (const { query } of questions) {
      const start = performance.now();
      search(query);
      times.push(performance.now() - start);
    }
  }
  const { user, system } = process.cpuUsage(before);
  const worked = ((user + system) / 1_000 / times.length).toFixed(2);
  times.sort((one, other) => one - other);
  const at = (share: number): string => (times[Math.floor((times.length - 1) * share)] ?? Number.NaN).toFixed(2);
  return `${at(0.5)} ms (median), ${at(0.95)} ms (19 of 20), ${worked} ms at work (mean of ${times.length})`;
}

/** The median, because other programs may use the machine too. */
const middle = (times: readonly number[]): string =>
  (times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN).toFixed(0);

const scan = (tools: readonly LabelledTool[], query: string): readonly LabelledTool[] => {
  const words = query.toLowerCase().split(/\W+/);
  return tools.filter(({ definition: { name, description } }) => {
    const text = `${name}\n${description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
};

/** Repeating the same words would make all of them common, so each tool has half of its own, and some rare ones. */
function makeMany(tools: readonly LabelledTool[]): readonly LabelledTool[] {
  const random = createSeededRandom(7);
  return Array.from({ length: COUNT }, (_unused, number) => {
    const tool = tools[number % tools.length] as LabelledTool; // The tool has these fields.
    const { name, description, inputSchema } = tool.definition;
    const kept = String(description)
      .split(/\s+/)
      .filter(() => random() < 0.5);
    const own = Array.from({ length: OWN_WORDS }, () => toWord(Math.floor(VOCABULARY * random() ** 3)));
    return {
      id: `${number}`,
      server: `server${number % SERVERS}`,
      definition: { name: `${name}_${toWord(number)}`, description: [...kept, ...own].join(' '), inputSchema },
    };
  });
}

const toWord = (number: number): string =>
  `w${number.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')}`;

/** A deterministic random generator. */
function createSeededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}
