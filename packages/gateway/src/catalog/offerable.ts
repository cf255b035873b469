/** Something of a server that can be offered, once it is known under which name or address. */
export interface Offerable<Offered> {
  /** What its server calls it. */
  readonly original: string;
  /** What it is called here, before it is told apart from those of other servers. */
  readonly called: string;
  readonly offerAs: (exposed: string) => Offered;
}

/** Names hardly ever change from one catalog to the next: the same one gives the same objects again. */
export function toOfferable<Offered>(
  original: string,
  offer: (exposed: string) => Offered,
  called: string = original,
): Offerable<Offered> {
  let latest: { readonly exposed: string; readonly offered: Offered } | undefined;
  return {
    original,
    called,
    offerAs: (exposed) => {
      if (latest?.exposed !== exposed) latest = { exposed, offered: offer(exposed) };
      return latest.offered;
    },
  };
}
