import type { RegistryPlan } from '@toolmark/api-contract';
import { findPrivateAddress, type ResolveName, lookUp as systemLookUp } from '@toolmark/base';
import { toPrintable } from '@toolmark/reach';
import type { RawEntry } from '../edit/edit-config.ts';
import { summarize } from '../import/summary.ts';
import { toWords } from './arguments.ts';
import { createFiller, type Filler, type GivenValues } from './fill-in.ts';
import type { NamedInput, RegistryPackage, RegistryRemote } from './server-json.ts';
import { pinnedPackage, type Way } from './ways.ts';

/**
 * Plans the config entry for one way to install a server, with the given values for its inputs.
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
      ...unknown.map((key) => `${key} is not an input of this server.`),
      ...(entry['url'] !== undefined && url === undefined ? ['Its URL is invalid.'] : []),
    ],
    notes: planNotes(way, entry, url, privateAddress),
    private_address: privateAddress ?? null,
  };
}

function packageEntry(each: RegistryPackage, filler: Filler): RawEntry {
  const env = toPairs(each.environmentVariables, 'env', filler);
  const before = toWords(each.runtimeArguments, filler);
  const after = toWords(each.packageArguments, filler);
  const what = pinnedPackage(each);
  if (each.registryType === 'oci') {
    // The values stay in the environment, because other users of the machine can read command lines.
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
    const { what, form } = INPUT_NAMES[place];
    if (!form.test(input.name)) filler.addProblem(`'${toPrintable(input.name, 100)}' cannot be the name of a ${what}.`);
    return filler.fill(`${place}:${input.name}`, input).map((value) => [input.name, value] as const);
  });
  return Object.fromEntries(pairs);
}

const INPUT_NAMES = {
  env: { what: 'variable', form: /^[A-Za-z_][\w.-]*$/ },
  header: { what: 'header', form: /^[\w!#$%&'*+.^`|~-]+$/ },
} as const;

const someEnv = (env: Readonly<Record<string, string>>): RawEntry => (Object.keys(env).length === 0 ? {} : { env });

/** Docker options that give a container access to the host. */
const REACHING = /^(?:--privileged|--cap-add|--device|--pid|--ipc|--userns|-v|--volume|--mount|--network|--net)(?:=|$)/;

function planNotes(
  way: Way,
  entry: RawEntry,
  url: URL | undefined,
  privateAddress: string | undefined,
): readonly string[] {
  const args: readonly string[] = Array.isArray(entry['args']) ? entry['args'].map(String) : [];
  const image = way.kind === 'package' && way.package.registryType === 'oci' ? pinnedPackage(way.package) : '';
  const started = way.kind === 'package' && image === '' ? args.slice(0, args.indexOf(pinnedPackage(way.package))) : [];
  const extraWords = started.filter((word) => word !== '-y').map((word) => toPrintable(word, 100));
  const reaching = image === '' ? [] : args.slice(0, args.indexOf(image)).filter((word) => REACHING.test(word));
  return [
    ...(reaching.length > 0
      ? [`Its container gets additional access to this machine: ${[...new Set(reaching)].join(', ')}.`]
      : []),
    ...(extraWords.length > 0
      ? [
          `${String(entry['command'])} gets options besides the package, which may make it run something else: ${extraWords.join(', ')}.`,
        ]
      : []),
    ...(privateAddress !== undefined
      ? [`Its host is ${privateAddress}, a private address on this machine or in its network.`]
      : []),
    ...(url?.protocol === 'http:' && privateAddress === undefined
      ? ['The connection is not encrypted, so others on the network can read all data, including headers.']
      : []),
  ];
}
