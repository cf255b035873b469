import type { ActionWord } from './lexicon.ts';

/** Two words whose combined meaning differs from the single words: "format" is harmless, `format_disk` is not. */
interface Phrase {
  readonly first: string;
  readonly second: ReadonlySet<string>;
  readonly meaning: ActionWord;
}

const certain = (action: ActionWord['action']): ActionWord => ({ action, noun: false, certain: true });
const uncertain = (action: ActionWord['action']): ActionWord => ({ action, noun: false, certain: false });

const PHRASES: ReadonlyMap<string, readonly Phrase[]> = Map.groupBy(
  [
    phrase('force push pushes', certain('delete')),
    phrase('push force', certain('delete')),
    phrase('format disk disks drive drives volume partition filesystem hdd ssd sd', certain('delete')),
    phrase('git push commit rebase checkout am cherry', certain('update')),
    phrase('empty trash bin recyclebin', certain('delete')),
    phrase('clean database db disk', certain('delete')),
    phrase('alter table user database schema', certain('update')),
    phrase('factory reset', certain('delete')),
    phrase('hard reset delete', certain('delete')),
    phrase('rm rf', certain('delete')),
    phrase('shut down', certain('act')),
    phrase('power off', certain('act')),
    phrase('transfer funds fund money ownership balance crypto tokens eth btc cash', certain('act')),
    phrase('wire transfer money funds', certain('act')),
    phrase('withdraw funds money balance', certain('act')),
    phrase('pay invoice bill invoices bills', certain('act')),
    phrase('make payment payments purchase', certain('act')),
    phrase('place order', certain('act')),
    phrase('buy stock stocks shares crypto domain', certain('act')),
    phrase('sell stock stocks shares crypto', certain('act')),
    phrase('check in out', uncertain('act')),
    phrase('list in out on up', uncertain('act')),
    phrase('sign in out on up', uncertain('act')),
    phrase('log in out on', uncertain('act')),
    phrase('opt in out', uncertain('act')),
  ],
  ({ first }) => first,
);

/** The action of two consecutive words, if their combination has a meaning of its own. */
export function phraseOf(first: string, second: string | undefined): ActionWord | undefined {
  if (second === undefined) return undefined;
  return PHRASES.get(first)?.find((known) => known.second.has(second))?.meaning;
}

function phrase(words: string, meaning: ActionWord): Phrase {
  const [first = '', ...second] = words.split(' ');
  return { first, second: new Set(second), meaning };
}
