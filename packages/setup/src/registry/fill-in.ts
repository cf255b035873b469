import type { RegistryPlanInput } from '@toolmark/api-contract';
import { toPrintable } from '@toolmark/reach';
import type { RegistryInput } from './server-json.ts';

/** The values for the inputs by key; a repeated input may have several. */
export type GivenValues = Readonly<Record<string, readonly string[]>>;

/** Fills in the inputs of a registry entry, and collects missing inputs and problems. */
export interface Filler {
  /** The values of an input; empty if it is optional and not given. */
  readonly fill: (key: string, input: RegistryInput, isRepeated?: boolean) => readonly string[];
  /** Replaces `{variables}` in a text of the registry. */
  readonly fillText: (text: string, variables: RegistryInput['variables']) => string | undefined;
  /** Returns a text of the registry unchanged, and records its problems. */
  readonly check: (text: string, what: string) => string;
  readonly addProblem: (problem: string) => void;
  readonly inputs: () => readonly RegistryPlanInput[];
  readonly missing: () => readonly string[];
  readonly problems: () => readonly string[];
}

/** The gateway expands `${env:NAME}` and `${secret:NAME}` with its own environment and secrets. */
const REFERENCE = /\$\{(?:env|secret):[A-Za-z_][\w.-]*\}/g;

export function createFiller(given: GivenValues): Filler {
  const inputs = new Map<string, RegistryPlanInput>();
  const missing = new Set<string>();
  const problems = new Set<string>();
  // A person may refer to a secret; a registry could use a reference to steal one.
  const allowed = new Set(
    Object.values(given).flatMap((values) => values.flatMap((value) => value.match(REFERENCE) ?? [])),
  );
  const checked = (text: string, what: string): string => {
    const foreign = (text.match(REFERENCE) ?? []).find((reference) => !allowed.has(reference));
    if (foreign !== undefined) {
      const [place, name] = foreign.slice(2, -1).split(':');
      const source = place === 'env' ? 'the environment' : 'the secrets';
      problems.add(`${what} would take ${name} from ${source} of the gateway, which a registry must not do.`);
    }
    if (/\p{Cc}/u.test(text)) problems.add(`${what} contains control characters.`);
    return text;
  };

  const ask = (key: string, input: RegistryInput, isRepeated: boolean): readonly string[] => {
    const { description, isRequired = false, isSecret = false, choices = [], placeholder } = input;
    const usual = input.default;
    inputs.set(key, {
      key,
      description: printableOrNull(description),
      is_required: isRequired,
      is_secret: isSecret,
      is_repeated: isRepeated,
      default: usual ?? null,
      placeholder: printableOrNull(placeholder),
      choices,
    });
    const own = (given[key] ?? []).filter((value) => value !== '');
    if (own.length > 1 && !isRepeated) problems.add(`${key} is given ${own.length} times, but accepts one value.`);
    for (const value of own) {
      const wrong = valueProblem(value, input);
      if (wrong !== undefined) problems.add(`${key} ${wrong}.`);
    }
    if (own.length > 0) return isRepeated ? own : own.slice(0, 1);
    if (usual !== undefined && usual !== '') return [usual];
    if (isRequired) missing.add(key);
    return [];
  };

  const fillText = (text: string, variables: RegistryInput['variables'] = {}): string | undefined => {
    let isWhole = true;
    const filled = text.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
      const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
      if (variable === undefined) return whole;
      const [value] = variable.value === undefined ? ask(`arg:${name}`, variable, false) : [variable.value];
      if (value === undefined) isWhole = false;
      return value ?? '';
    });
    return isWhole ? checked(filled, 'A value') : undefined;
  };

  return {
    fill: (key, input, isRepeated = false) => {
      if (input.value === undefined) return ask(key, input, isRepeated).map((value) => checked(value, key));
      const filled = fillText(input.value, input.variables);
      return filled === undefined ? [] : [filled];
    },
    fillText,
    check: checked,
    addProblem: (problem) => void problems.add(problem),
    inputs: () => [...inputs.values()],
    missing: () => [...missing],
    problems: () => [...problems],
  };
}

function valueProblem(value: string, { choices = [], format }: RegistryInput): string | undefined {
  // References are not resolved here, so their values cannot be checked.
  if (value.search(REFERENCE) !== -1) return undefined;
  if (choices.length > 0 && !choices.includes(value))
    return `must be one of ${choices.map((one) => toPrintable(one, 60)).join(', ')}`;
  if (format === 'number' && !Number.isFinite(Number(value))) return 'must be a number';
  return format === 'boolean' && value !== 'true' && value !== 'false' ? 'must be true or false' : undefined;
}

const printableOrNull = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : toPrintable(text, 500);
