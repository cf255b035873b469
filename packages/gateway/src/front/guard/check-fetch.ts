import type { OriginVerdict } from './check-origin.ts';

/** What a browser says of a request by itself; a page cannot forge these. */
export interface FetchMetadata {
  readonly site: string | undefined;
  readonly mode: string | undefined;
  readonly isSafeMethod: boolean;
  /** It would be shown as a page of its own, not inside another one, and it is one of ours. */
  readonly opensPage: boolean;
  /** Of the `Origin` header, if there is one. */
  readonly origin: OriginVerdict | undefined;
}

/** Why a browser's request is refused, or `undefined`. Programs that are no browsers send none of this. */
export function fetchProblem({ site, mode, isSafeMethod, opensPage, origin }: FetchMetadata): string | undefined {
  // A page asks for `no-cors` to send what it may not read: the one way around a preflight.
  if (mode === 'no-cors' && !isSafeMethod) return 'A browser sent it in no-cors mode, which may not change anything.';
  if (site === undefined || site === 'same-origin' || site === 'none') return undefined;
  // A link to the page may stand anywhere. Whoever follows it leaves that place behind, and the page does nothing by being opened.
  if (opensPage && origin === undefined) return undefined;
  // Another port of localhost is the same site, and not the same program.
  return origin === 'allowed' ? undefined : 'A browser sent it for a page of another origin.';
}

/** That a request with a cookie comes from our own page or from the person. A browser that does not say so is not taken for one. */
export function isFromOwnPage({
  site,
  isSafeMethod,
  origin,
}: Pick<FetchMetadata, 'site' | 'isSafeMethod' | 'origin'>): boolean {
  const isSameOrigin = site === 'same-origin' || site === 'none';
  // Browsers send the origin with everything that may change something.
  return isSameOrigin && (origin === 'own' || (isSafeMethod && origin === undefined));
}
