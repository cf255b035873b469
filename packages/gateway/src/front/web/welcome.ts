/** What stands at `/` where the page was not built. */
export function welcome(version: string): string {
  return `Toolmark ${version}

The page is not built. In a clone: npm run build, then start again.

  /mcp             the MCP endpoint, for clients of every protocol revision
  /api/v1/servers  the servers behind it, and how they are
  /api/v1/tools    their tools, with declared and effective hints
  /api/v1/approvals  calls that wait for a person
  /api/v1/sessions /api/v1/tool-calls  what was called, by whom, under which hints
  /api/v1/openapi.json  everything there is
  /healthz /readyz /metrics
`;
}
