import { type Column, toDetails, toTable } from './check/report.ts';

/** The page with the comparison. */
export function toPage(columns: readonly Column[]): string {
  return `# What proxies do to definitions and results

One server with every odd definition and result stands behind each proxy in turn; a client that reads raw messages compares
what it is given with what the server sent. The tools, answers and the check are in \`e2e/fidelity\`; this page is written by

\`\`\`sh
npm run build && npx node --disable-warning=ExperimentalWarning e2e/fidelity/main.ts --peers
\`\`\`

_kept_: arrived as it was sent, key for key. _changed_: something in it is different, missing or new. _lost_: the definition
is not there. _repaired_: it broke the protocol, now it does not, and nothing else about it changed. _left out_: nobody could
have called it, and it is gone. _sent on malformed_: it arrived as broken as it was, so a client that checks lists as a whole
(both official SDKs do) loses every tool of the server. _request fails_: the client gets an error, or nothing, in place of the
list or the result. Names and addresses that a proxy changes by design (\`server__tool\`), and keys under its own prefix in
\`_meta\`, count as kept. How a number is spelled is nothing that JSON means anything by (\`1.0\` is \`1\`), so Toolmark prints
it anew; what no double holds it passes on as it was written. The server speaks 2025-11-25, and so do the clients unless the
head of the column says otherwise.

${toTable(columns)}

## Details

The first differences of each row.

${toDetails(columns)}
`;
}
