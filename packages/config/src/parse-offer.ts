import type { Problem } from '@toolmark/annotations';
import { expandVariables, type Values } from '@toolmark/reach';
import type { OAuthConfig } from '@toolmark/upstream';
import { DEFAULT_REGISTRY } from './defaults.ts';
import type { ConfigFile } from './file-schema.ts';
import type { CurationConfig, ProfileConfig, RegistryConfig } from './offer-config.ts';
import {
  type CurationEntry,
  type OAuthEntry,
  PROFILE_NAME,
  type ProfileEntry,
  type RegistryEntry,
} from './offer-schema.ts';

const ALL = ['*'];
const CLASSES = ['read', 'additive', 'destructive'] as const;

export function toProfile(name: string, entry: ProfileEntry): ProfileConfig {
  return {
    name,
    description: entry.description ?? null,
    servers: toList(entry.servers) ?? ALL,
    tools: toList(entry.tools) ?? ALL,
    exclude: toList(entry.exclude) ?? [],
    classes: toList(entry.classes) ?? CLASSES,
  };
}

export function toCuration({ server, tool, enabled, name, title, description }: CurationEntry): CurationConfig {
  return {
    server,
    tool,
    ...(enabled !== undefined && { enabled }),
    ...(name !== undefined && { name }),
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
  };
}

export function toRegistry(entry: RegistryEntry = {}): RegistryConfig {
  return { url: (entry.url ?? DEFAULT_REGISTRY.url).replace(/\/+$/, '') };
}

/** Unset variables are reported together with those of the rest of the server's entry. */
export function toOAuth(entry: OAuthEntry | undefined, values: Values): OAuthConfig | undefined {
  if (entry === undefined) return undefined;
  const { clientId, issuer, clientMetadataUrl, redirect } = entry;
  const secret = entry.clientSecret === undefined ? undefined : expandVariables(entry.clientSecret, values);
  const clientSecret = secret?.ok ? secret.value : undefined;
  const scopes = toList(entry.scopes);
  return {
    ...(clientId !== undefined && { clientId }),
    ...(clientSecret !== undefined && { clientSecret }),
    ...(scopes !== undefined && { scopes }),
    ...(issuer !== undefined && { issuer }),
    ...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
    ...(redirect !== undefined && { redirect }),
  };
}

/** Problems that the schemas cannot express. */
export function offerProblems({ profiles = {}, tools = [], registry }: ConfigFile): readonly Problem[] {
  return [
    ...Object.keys(profiles).flatMap((name) =>
      PROFILE_NAME.test(name)
        ? []
        : [{ path: `profiles.${name}`, message: 'must be a name such as reading-only: a-z, 0-9 and -, at most 64' }],
    ),
    ...tools.flatMap((entry, index) => curationProblems(entry, `tools.${index}`)),
    ...(registry?.url === undefined || /^https?:/.test(registry.url)
      ? []
      : [{ path: 'registry.url', message: 'must be an http or https address' }]),
  ];
}

function curationProblems(entry: CurationEntry, path: string): readonly Problem[] {
  const words = (['name', 'title', 'description'] as const).filter((key) => entry[key] !== undefined);
  if (words.length === 0 && entry.enabled === undefined)
    return [{ path, message: 'changes nothing: give enabled, name, title or description' }];
  if (!entry.server.includes('*') && !entry.tool.includes('*')) return [];
  return words.map((key) => ({ path: `${path}.${key}`, message: 'is for one tool, but a pattern may match several' }));
}

function toList<Value extends string>(value: Value | readonly Value[] | undefined): readonly Value[] | undefined {
  return typeof value === 'string' ? [value] : value;
}
