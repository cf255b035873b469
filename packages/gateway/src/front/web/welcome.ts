/** The text at `/` if the page was not built. */
export function welcome(version: string): string {
  return `Toolmark ${version}

The page is not built. In a clone: npm run build, then restart.

  /mcp             the MCP endpoint, for clients of every protocol revision
  /api/v1/servers  the servers with their state
  /api/v1/tools    their tools, with declared and effective hints
  /api/v1/approvals  calls that wait for a person
  /api/v1/sessions /api/v1/tool-calls  recorded calls with clients and hints
  /api/v1/openapi.json  the API description
  /healthz /readyz /metrics
`;
}
