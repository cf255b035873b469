/** Something a server does wrong on the wire that did not keep its tools from being read. */
export type WireProblem = { readonly message: string } & (
  | {
      /** Lines on stdout that are no MCP messages: a `console.log` that belongs on stderr. */
      readonly kind: 'stdout-noise';
      readonly count: number;
      readonly sample: string;
    }
  | {
      /** Messages over HTTP that are no JSON-RPC. */
      readonly kind: 'invalid-message';
      readonly count: number;
    }
  | {
      /** An entry of `tools` that is no tool at all; it is missing from `Inspection.tools`. */
      readonly kind: 'unusable-tool';
      /** Its place among all entries, over all pages. */
      readonly index: number;
      readonly reason: string;
    }
  | { readonly kind: 'repeated-cursor'; readonly cursor: string }
  | { readonly kind: 'invalid-cursor' }
  | {
      /** A result without the members that the 2026-07-28 protocol requires; SDK clients refuse it. */
      readonly kind: 'incomplete-result';
      readonly missing: readonly string[];
    }
  | {
      /** The server does not declare tools, or declares them and does not know `tools/list`. */
      readonly kind: 'no-tools';
    }
  | {
      /** The server could be read only by not asking it `server/discover` first. */
      readonly kind: 'probe-intolerant';
    }
);
