import type { RegistryPlan } from '@toolmark/api-contract';
import { findPrivateAddress, type ResolveName, lookUp as systemLookUp } from '@toolmark/base';
import { toPrintable } from '@toolmark/reach';
import type { RawEntry } from '../edit/edit-config.ts';
import { summarize } from '../import/summary.ts';
import { toWords } from './arguments.ts';
import { createFiller, type Filler, type GivenValues } from './fill-in.ts';
import type { NamedInput, RegistryPackage, RegistryRemote } from './server-json.ts';
import { pinned, type Way } from './ways.ts';

/**
 * What would be added to the config for a way to have a server, with what was given for its inputs.
 *
 * @example
 * const { entry, missing } = await planWay(way, { 'env:API_KEY': ['abc'] });
 */
export async function planWay(way: Way, given: GivenValues, lookUp: ResolveName = systemLookUp): Promise<RegistryPlan> {
  const filler = createFiller(given);
  const entry = way.kind === 'remote' ? remoteEntry(way.remote, filler) : packageEntry(way.package, filler);
  const url = typeof entry['url'] === 'string' && URL.canParse(entry['url']) ? new URL(entry['url']) : undefined;
  const privateAddress = url === undefined ? undefined : await findPrivateAddress(url, lookUp);
  const unknown = Object.keys(given).filter((key) => !filler.inputs().some((input) => input.key === key));
  return {
    id: way.id,
    entry,
    summary: summarize(entry),
    inputs: filler.inputs(),
    missing: filler.missing(),
    problems: [
      ...filler.problems(),
      ...unknown.map((key) => `${key} is none of its inputs.`),
      ...(entry['url'] !== undefined && url === undefined ? ['Its address cannot be understood.'] : []),
    ],
    notes: notesOf(way, entry, url, privateAddress),
    private_address: privateAddress ?? null,
  };
}

function packageEntry(each: RegistryPackage, filler: Filler): RawEntry {
  const env = toPairs(each.environmentVariables, 'env', filler);
  const before = toWords(each.runtimeArguments, filler);
  const after = toWords(each.packageArguments, filler);
  const what = pinned(each);
  if (each.registryType === 'oci') {
    // Their values stay in the environment: on a command line every user of the machine could read them.
    const names = Object.keys(env).flatMap((name) => ['-e', name]);
    const [first, ...rest] = before;
    const own = (first === 'run' ? rest : before).filter((word) => !['-i', '--interactive', '--rm'].includes(word));
    return { command: 'docker', args: ['run', '-i', '--rm', ...names, ...own, what, ...after], ...someEnv(env) };
  }
  if (each.registryType === 'pypi') return { command: 'uvx', args: [...before, what, ...after], ...someEnv(env) };
  const own = before.filter((word) => word !== '-y' && word !== '--yes');
  return { command: 'npx', args: ['-y', ...own, what, ...after], ...someEnv(env) };
}

function remoteEntry(remote: RegistryRemote, filler: Filler): RawEntry {
  const url = filler.fillText(remote.url, remote.variables);
  const headers = toPairs(remote.headers, 'header', filler);
  return {
    ...(url !== undefined && { url }),
    type: remote.type === 'sse' ? 'sse' : 'http',
    ...(Object.keys(headers).length > 0 && { headers }),
  };
}

function toPairs(
  inputs: readonly NamedInput[] | undefined,
  place: 'env' | 'header',
  filler: Filler,
): Readonly<Record<string, string>> {
  const pairs = (inputs ?? []).flatMap((input) => {
    const { what, form } = NAMES[place];
    if (!form.test(input.name)) filler.refuse(`'${toPrintable(input.name, 100)}' cannot be the name of a ${what}.`);
    return filler.fill(`${place}:${input.name}`, input).map((value) => [input.name, value] as const);
  });
  return Object.fromEntries(pairs);
}

const NAMES = {
  env: { what: 'variable', form: /^[A-Za-z_][\w.-]*$/ },
  header: { what: 'header', form: /^[\w!#$%&'*+.^`|~-]+$/ },
} as const;

const someEnv = (env: Readonly<Record<string, string>>): RawEntry => (Object.keys(env).length === 0 ? {} : { env });

/** Options of docker that give a container more of this machine than its own files. */
const REACHING = /^(?:--privileged|--cap-add|--device|--pid|--ipc|--userns|-v|--volume|--mount|--network|--net)(?:=|$)/;

function notesOf(
  way: Way,
  entry: RawEntry,
  url: URL | undefined,
  privateAddress: string | undefined,
): readonly string[] {
  const args: readonly string[] = Array.isArray(entry['args']) ? entry['args'].map(String) : [];
  const image = way.kind === 'package' && way.package.registryType === 'oci' ? pinned(way.package) : '';
  const started = way.kind === 'package' && image === '' ? args.slice(0, args.indexOf(pinned(way.package))) : [];
  const told = started.filter((word) => word !== '-y').map((word) => toPrintable(word, 100));
  const reaching = image === '' ? [] : args.slice(0, args.indexOf(image)).filter((word) => REACHING.test(word));
  return [
    ...(reaching.length > 0
      ? [`It gets more of this machine than a container has by itself: ${[...new Set(reaching)].join(', ')}.`]
      : []),
    ...(told.length > 0
      ? [
          `${String(entry['command'])} is told more than which package to run, and may run something else by it: ${told.join(', ')}.`,
        ]
      : []),
    ...(privateAddress !== undefined
      ? [`It is at ${privateAddress}, a private address: something on this machine or in its network.`]
      : []),
    ...(url?.protocol === 'http:' && privateAddress === undefined
      ? ['It is reached without encryption: everybody on the way can read what is sent, headers included.']
      : []),
  ];
}
