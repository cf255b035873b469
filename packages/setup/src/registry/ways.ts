import type { RegistryWay } from '@toolmark/api-contract';
import { codeLoadingVariables, toPrintable } from '@toolmark/reach';
import type { RegistryPackage, RegistryRemote, ServerJson } from './server-json.ts';

/** One way to install a server: a package or a remote address. */
export type Way = { readonly id: string; readonly problem: string | null } & (
  | { readonly kind: 'package'; readonly package: RegistryPackage }
  | { readonly kind: 'remote'; readonly remote: RegistryRemote }
);

/** The ways in the registry's order, usable ones first. */
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
        id: idOf(toPrintable(each.registryType, 40)),
        problem: packageProblem(each),
        kind: 'package',
        package: each,
      }),
    ),
    ...remotes.map(
      (each): Way => ({
        id: idOf('remote'),
        problem: remoteProblem(each),
        kind: 'remote',
        remote: each,
      }),
    ),
  ];
  return [...ways.filter(({ problem }) => problem === null), ...ways.filter(({ problem }) => problem !== null)];
}

export function toWayView(way: Way): RegistryWay {
  const { id, problem } = way;
  return way.kind === 'remote'
    ? { id, kind: 'remote', what: toPrintable(way.remote.url, 300), problem }
    : {
        id,
        kind: toPrintable(way.package.registryType, 40),
        what: toPrintable(pinnedPackage(way.package), 300),
        problem,
      };
}

/**
 * A package with its version, in the syntax of its package manager.
 *
 * @example
 * pinnedPackage({ registryType: 'npm', identifier: 'notes', version: '1.2.3' }) // 'notes@1.2.3'
 */
export function pinnedPackage({ registryType, identifier, version = '' }: RegistryPackage): string {
  if (version === '') return identifier;
  if (registryType === 'pypi') return `${identifier}==${version}`;
  if (registryType === 'npm') return `${identifier}@${version}`;
  return registryType === 'oci' && !hasTag(identifier) ? `${identifier}:${version}` : identifier;
}

interface PackageKind {
  /** The command that runs it. */
  readonly runtime: string;
  /** Valid package names. Package managers would accept more, such as URLs and options. */
  readonly form: RegExp;
  /** The default registry of its packages. */
  readonly home: RegExp;
}

const KINDS: Readonly<Record<string, PackageKind>> = {
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
  if (kind === undefined) return `Packages of kind ${toPrintable(registryType, 40)} are not supported.`;
  if ((transport?.type ?? 'stdio') !== 'stdio') return 'It is a local server over HTTP; local servers must use stdio.';
  if (!kind.form.test(identifier)) return `'${toPrintable(identifier, 100)}' is not a valid package name.`;
  if (registryBaseUrl !== '' && !kind.home.test(registryBaseUrl))
    return `It comes from ${toPrintable(registryBaseUrl, 100)}, which ${kind.runtime} does not use.`;
  if (!isPinned(each)) return 'The registry names no fixed version, so its code could change at any time.';
  const loading = loadingVariables(each);
  if (loading.length > 0) return loadingProblem(loading);
  return runtimeHint !== '' && runtimeHint !== kind.runtime && runtimeArguments.length > 0
    ? `Its arguments are for ${toPrintable(runtimeHint, 40)}, but it would be run by ${kind.runtime}.`
    : null;
}

/** Untrusted names are compared in any case, because the entry may later be used on another platform. */
function loadingVariables({ registryType, environmentVariables = [] }: RegistryPackage): readonly string[] {
  const env = Object.fromEntries(environmentVariables.map(({ name, value }) => [name, value]));
  // Docker itself sees the variables of the container too, and these would make it use another machine.
  const ofDocker = registryType === 'oci' ? Object.keys(env).filter((name) => /^(?:DOCKER|BUILDX)_/i.test(name)) : [];
  return [...codeLoadingVariables(env, true), ...ofDocker];
}

const loadingProblem = (names: readonly string[]): string =>
  `It sets ${names.map((name) => toPrintable(name, 60)).join(', ')}, which can load other code than this package. Only a person may set that.`;

function isPinned({ registryType, identifier, version = '' }: RegistryPackage): boolean {
  if (registryType === 'oci' && hasTag(identifier)) return !identifier.endsWith(':latest');
  return VERSION.test(version) && version !== 'latest';
}

/** The last segment of an image may have a tag or a digest; a colon before it belongs to a port. */
const hasTag = (image: string): boolean => /[:@]/.test(image.slice(image.lastIndexOf('/') + 1));

function remoteProblem({ type, url }: RegistryRemote): string | null {
  if (type !== 'streamable-http' && type !== 'sse') return `Its transport ${toPrintable(type, 40)} is not supported.`;
  return /^https?:\/\//i.test(url) ? null : 'Its URL is not an http or https address.';
}
