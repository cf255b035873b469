import { err, ok, type Result } from '@toolmark/annotations';
import type { RegistryPlan, RegistryPlanInput, RegistryServerDetail, RegistryWay } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import type { FoundServer } from '@toolmark/setup';
import { hasPerson } from '../ask-person.ts';
import type { Io } from '../io.ts';
import { askValue } from './ask-value.ts';
import { optionFor, type Values } from './values.ts';

/** The way to install the server, or why there is none. */
export function chooseWay(
  { name, ways }: RegistryServerDetail,
  wanted: string | undefined,
): Result<RegistryWay, string> {
  const usable = ways.filter(({ problem }) => problem === null);
  const [first] = usable;
  const reasons = ways.map(({ id, what, problem }) => `  ${id} ${what}: ${problem ?? 'can be added'}`);
  if (wanted === undefined) {
    if (first !== undefined) return ok(first);
    const why = ways.length === 0 ? 'The registry does not say how to install it.' : reasons.join('\n');
    return err(
      `'${name}' cannot be added from here.\n${why}\nTo add a server that is not in a registry: toolmark servers add NAME -- command, or --url`,
    );
  }
  const found = ways.find(({ id }) => id === wanted);
  if (found === undefined) return err(`'${name}' is not available as '${wanted}'. Available:\n${reasons.join('\n')}`);
  return found.problem === null ? ok(found) : err(`'${name}' cannot be added as '${wanted}': ${found.problem}`);
}

/** Completes the plan: asks for missing inputs, or lists them if there is no terminal to ask in. */
export async function fillPlan(
  { detail, plan }: FoundServer,
  id: string,
  given: Values,
  mayAsk: boolean,
  io: Io,
): Promise<Result<RegistryPlan, string>> {
  let values = given;
  for (;;) {
    const current = await plan(id, values);
    if (current === undefined) return err(`'${detail.name}' is not available as '${id}'.`);
    if (current.problems.length > 0) return err(`'${detail.name}' cannot be added:\n${bullets(current.problems)}`);
    if (current.missing.length === 0 || !mayAsk) return ok(current);
    if (!hasPerson(io)) return err(describeMissing(detail.name, current));
    for (const key of current.missing) {
      const value = await askFor(
        current.inputs.find((input) => input.key === key),
        key,
        io,
      );
      if (value === undefined || value === '') return err(describeMissing(detail.name, current));
      values = { ...values, [key]: [value] };
    }
  }
}

/** The missing inputs, with the options that provide them. */
export function describeMissing(name: string, { inputs, missing }: RegistryPlan): string {
  const lines = missing.map((key) => {
    const says = inputs.find((input) => input.key === key)?.description;
    return `${optionFor(key)}${says ? `   ${says}` : ''}`;
  });
  return `'${name}' needs more inputs:\n${bullets(lines)}`;
}

async function askFor(input: RegistryPlanInput | undefined, key: string, io: Io): Promise<string | undefined> {
  const isSecret = input?.is_secret ?? false;
  const more = [
    ...(input?.description ? [input.description] : []),
    ...(input?.choices.length ? [`one of ${input.choices.join(', ')}`] : []),
    ...(isSecret ? ['not shown while you type'] : []),
  ];
  const name = key.slice(key.indexOf(':') + 1);
  return askValue(safeText(`${name}${more.length > 0 ? ` (${more.join('; ')})` : ''}:`), isSecret, io);
}

const bullets = (lines: readonly string[]): string => lines.map((line) => `  ${line}`).join('\n');
