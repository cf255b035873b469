import { globToRegExp, HINT_NAMES, type HintName, type HintSource } from '@toolmark/annotations';
import type { CallMatcher, HintMatcher } from '@toolmark/config';
import type { PolicyTool } from '../../model/policy-call.ts';
import type { Condition, Polarity, ToolCondition } from './condition.ts';
import { formsOf } from './text.ts';
import { anyOf, quote } from './words.ts';

/** The conditions of a matcher on the tool, in the order of an explanation. */
export function toolConditions(
  { server, tool, class: classes, hints, contradicted }: CallMatcher,
  polarity: Polarity,
): readonly ToolCondition[] {
  const named = (what: string, globs: readonly string[] | undefined, read: (subject: PolicyTool) => string) =>
    globs === undefined ? [] : [nameCondition(what, globs, polarity, read)];
  return [
    ...named('server', server, (subject) => subject.server),
    ...named('tool', tool, ({ name }) => name),
    ...(classes === undefined ? [] : [classCondition(classes)]),
    ...HINT_NAMES.flatMap((hint) => (hints?.[hint] === undefined ? [] : [hintCondition(hint, hints[hint])])),
    ...(contradicted === undefined ? [] : [contradictionCondition(contradicted)]),
  ];
}

/** A condition that one of several globs matches a name. */
export function nameCondition<Subject>(
  what: string,
  globs: readonly string[],
  polarity: Polarity,
  read: (subject: Subject) => string | null,
): Condition<Subject> {
  const isOneOf = createNameTest(globs, polarity);
  const wanted = anyOf(globs.map(quote));
  return {
    // `*` matches a client without a name too.
    test: (subject) => isOneOf(read(subject) ?? ''),
    says: `the ${what} is ${wanted}`,
    unless: (subject) => {
      const name = read(subject);
      return name === null ? `the ${what} gives no name` : `the ${what} ${quote(name)} is not ${wanted}`;
    },
  };
}

function createNameTest(globs: readonly string[], polarity: Polarity): (name: string) => boolean {
  const patterns = globs.flatMap((glob) => formsOf(glob, polarity)).map(globToRegExp);
  const test = (name: string): boolean =>
    formsOf(name, polarity).some((form) => patterns.some((pattern) => pattern.test(form)));
  // Caches the last name: consecutive calls mostly come from one client, and there may be a hundred rules about clients.
  let last: { readonly name: string; readonly matched: boolean } | undefined;
  return (name) => {
    if (last?.name !== name) last = { name, matched: test(name) };
    return last.matched;
  };
}

function classCondition(classes: NonNullable<CallMatcher['class']>): ToolCondition {
  const wanted = anyOf(classes);
  return {
    test: ({ resolution }) => classes.includes(resolution.class),
    says: `its class is ${wanted}`,
    unless: ({ resolution }) => `its class is ${resolution.class}, not ${wanted}`,
  };
}

function hintCondition(hint: HintName, { value, source }: HintMatcher): ToolCondition {
  const asked = [
    ...(value === undefined ? [] : [`is ${value}`]),
    ...(source === undefined ? [] : [`rests on ${anyOf(source.map((name) => SOURCES[name]))}`]),
  ];
  return {
    test: ({ resolution }) => {
      const effective = resolution.hints[hint];
      return (value ?? effective.value) === effective.value && (source?.includes(effective.source) ?? true);
    },
    says: `${hint} ${asked.join(' and ') || 'is whatever it is'}`,
    unless: ({ resolution }) => {
      const effective = resolution.hints[hint];
      return `${hint} is ${effective.value} and rests on ${SOURCES[effective.source]}`;
    },
  };
}

const SOURCES: Readonly<Record<HintSource, string>> = {
  override: "a person's word",
  verified: 'a proof',
  declared: "its server's word",
  inferred: 'the words of its definition',
  default: "MCP's default",
};

function contradictionCondition(wanted: boolean): ToolCondition {
  const some = 'its definition contradicts its hints';
  const none = 'its definition does not contradict its hints';
  return {
    test: ({ resolution }) => resolution.contradictions.length > 0 === wanted,
    says: wanted ? some : none,
    unless: () => (wanted ? none : some),
  };
}
