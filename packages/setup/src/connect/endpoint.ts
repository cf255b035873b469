/** One of a gateway's endpoints. */
export interface Endpoint {
  readonly profile?: string | undefined;
  readonly search?: boolean | undefined;
}

/**
 * The path of an endpoint.
 *
 * @example
 * endpointPath({ profile: 'reading', search: true }) // '/mcp/p/reading/search'
 */
export function endpointPath({ profile, search = false }: Endpoint): string {
  const part = profile === undefined ? '' : `/p/${encodeURIComponent(profile)}`;
  return `/mcp${part}${search ? '/search' : ''}`;
}

/** The endpoint as options of `toolmark stdio`. */
export function endpointOptions({ profile, search = false }: Endpoint): readonly string[] {
  return [...(profile === undefined ? [] : ['--profile', profile]), ...(search ? ['--search'] : [])];
}
