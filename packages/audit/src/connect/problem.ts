/** A protocol violation that did not prevent reading the tools. */
export type WireProblem = { readonly message: string } & (
  | {
      /** Lines on stdout that are not MCP messages: a `console.log` that belongs on stderr. */
      readonly kind: 'stdout-noise';
      readonly count: number;
      readonly sample: string;
    }
  | {
      /** HTTP messages that are not JSON-RPC. */
      readonly kind: 'invalid-message';
      readonly count: number;
    }
  | {
      /** An entry of `tools` that is not a tool; it is missing from `Inspection.tools`. */
      readonly kind: 'unusable-tool';
      /** Its index among all entries, over all pages. */
      readonly index: number;
      readonly reason: string;
    }
  | { readonly kind: 'repeated-cursor'; readonly cursor: string }
  | { readonly kind: 'invalid-cursor' }
  | {
      /** A result without members that the 2026-07-28 protocol requires; SDK clients reject it. */
      readonly kind: 'incomplete-result';
      readonly missing: readonly string[];
    }
  | {
      /** The server does not declare the tools capability, or declares it but does not know `tools/list`. */
      readonly kind: 'no-tools';
    }
  | {
      /** The server could be read only without a `server/discover` request. */
      readonly kind: 'probe-intolerant';
    }
);
