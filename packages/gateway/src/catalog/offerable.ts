/** An entry of a server that can be offered under an assigned name or URI. */
export interface Offerable<Offered> {
  /** The server's own name. */
  readonly original: string;
  /** The name after curation, before it is made unique. */
  readonly ownName: string;
  readonly offerAs: (exposed: string) => Offered;
}

/** Caches the last result, because names rarely change between catalogs. */
export function toOfferable<Offered>(
  original: string,
  offer: (exposed: string) => Offered,
  ownName: string = original,
): Offerable<Offered> {
  let latest: { readonly exposed: string; readonly offered: Offered } | undefined;
  return {
    original,
    ownName,
    offerAs: (exposed) => {
      if (latest?.exposed !== exposed) latest = { exposed, offered: offer(exposed) };
      return latest.offered;
    },
  };
}
