import type { RegistryWay } from '@toolmark/api-contract';
import { codeLoadingVariables, toPrintable } from '@toolmark/reach';
import type { RegistryPackage, RegistryRemote, ServerJson } from './server-json.ts';

/** One way to have a server. */
export type Way = { readonly id: string; readonly problem: string | null } & (
  | { readonly kind: 'package'; readonly package: RegistryPackage }
  | { readonly kind: 'remote'; readonly remote: RegistryRemote }
);

/** Those that can be used first, in the order of the registry. */
export function waysOf({ packages = [], remotes = [] }: ServerJson): readonly Way[] {
  const counts = new Map<string, number>();
  const idOf = (kind: string): string => {
    const number = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, number);
    return number === 1 ? kind : `${kind}-${number}`;
  };
  const ways: readonly Way[] = [
    ...packages.map(
      (each): Way => ({
        ...{ id: idOf(toPrintable(each.registryType, 40)), problem: packageProblem(each) },
        ...{ kind: 'package', package: each },
      }),
    ),
    ...remotes.map(
      (each): Way => ({
        ...{ id: idOf('remote'), problem: remoteProblem(each) },
        ...{ kind: 'remote', remote: each },
      }),
    ),
  ];
  return [...ways.filter(({ problem }) => problem === null), ...ways.filter(({ problem }) => problem !== null)];
}

export function toWayView(way: Way): RegistryWay {
  const { id, problem } = way;
  return way.kind === 'remote'
    ? { id, kind: 'remote', what: toPrintable(way.remote.url, 300), problem }
    : { id, kind: toPrintable(way.package.registryType, 40), what: toPrintable(pinned(way.package), 300), problem };
}

/**
 * A package with its version, as its own tool writes it.
 *
 * @example
 * pinned({ registryType: 'npm', identifier: 'notes', version: '1.2.3' }) // 'notes@1.2.3'
 */
export function pinned({ registryType, identifier, version = '' }: RegistryPackage): string {
  if (version === '') return identifier;
  if (registryType === 'pypi') return `${identifier}==${version}`;
  if (registryType === 'npm') return `${identifier}@${version}`;
  return registryType === 'oci' && !hasTag(identifier) ? `${identifier}:${version}` : identifier;
}

interface Kind {
  /** What runs it. */
  readonly runtime: string;
  /** Names that are one: whatever else a tool would take for a package, such as an address or an option, is none. */
  readonly form: RegExp;
  /** Where its packages are unless something else is said. */
  readonly home: RegExp;
}

const KINDS: Readonly<Record<string, Kind>> = {
  npm: {
    runtime: 'npx',
    form: /^(?:@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*$/i,
    home: /^https:\/\/registry\.npmjs\.org\/?$/,
  },
  pypi: {
    runtime: 'uvx',
    form: /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/i,
    home: /^https:\/\/(?:pypi\.org|files\.pythonhosted\.org)\/?/,
  },
  oci: {
    runtime: 'docker',
    form: /^[a-z0-9][a-z0-9._-]*(?::\d+)?(?:\/[a-z0-9._-]+)*(?::[\w.-]+)?(?:@sha256:[a-f0-9]{64})?$/i,
    home: /^https:\/\//,
  },
};

const VERSION = /^[0-9A-Za-z][0-9A-Za-z.+!_-]*$/;

function packageProblem(each: RegistryPackage): string | null {
  const { registryType, registryBaseUrl = '', identifier, transport, runtimeHint = '', runtimeArguments = [] } = each;
  const kind = Object.hasOwn(KINDS, registryType) ? KINDS[registryType] : undefined;
  if (kind === undefined)
    return `It is a package of kind ${toPrintable(registryType, 40)}, which is not started from here.`;
  if ((transport?.type ?? 'stdio') !== 'stdio')
    return 'Once started it is reached over HTTP; what is started here speaks on stdin and stdout.';
  if (!kind.form.test(identifier)) return `'${toPrintable(identifier, 100)}' cannot be the name of such a package.`;
  if (registryBaseUrl !== '' && !kind.home.test(registryBaseUrl))
    return `It comes from ${toPrintable(registryBaseUrl, 100)}, not from where ${kind.runtime} looks.`;
  if (!isPinned(each)) return 'The registry names no version of it, so that another one could run tomorrow.';
  const loading = loadingVariables(each);
  if (loading.length > 0) return loadingProblem(loading);
  return runtimeHint !== '' && runtimeHint !== kind.runtime && runtimeArguments.length > 0
    ? `It has arguments for ${toPrintable(runtimeHint, 40)}, and would be run by ${kind.runtime}.`
    : null;
}

/** A stranger's names count in whatever case: the same entry may be added on another platform. */
function loadingVariables({ registryType, environmentVariables = [] }: RegistryPackage): readonly string[] {
  const env = Object.fromEntries(environmentVariables.map(({ name, value }) => [name, value]));
  // The variables of a container are in the environment of docker too, which would run it on another machine by these.
  const ofDocker = registryType === 'oci' ? Object.keys(env).filter((name) => /^(?:DOCKER|BUILDX)_/i.test(name)) : [];
  return [...codeLoadingVariables(env, true), ...ofDocker];
}

const loadingProblem = (names: readonly string[]): string =>
  `It sets ${names.map((name) => toPrintable(name, 60)).join(', ')}, by which other code than this package can be made to run. Only a person may set that.`;

function isPinned({ registryType, identifier, version = '' }: RegistryPackage): boolean {
  if (registryType === 'oci' && hasTag(identifier)) return !identifier.endsWith(':latest');
  return VERSION.test(version) && version !== 'latest';
}

/** The last part of an image may have a tag or a digest; a colon before it belongs to a port. */
const hasTag = (image: string): boolean => /[:@]/.test(image.slice(image.lastIndexOf('/') + 1));

function remoteProblem({ type, url }: RegistryRemote): string | null {
  if (type !== 'streamable-http' && type !== 'sse')
    return `It is reached by ${toPrintable(type, 40)}, which is not spoken here.`;
  return /^https?:\/\//i.test(url) ? null : 'Its address is not of the web.';
}
