/** What starts the demo server, as an entry of `mcpServers`. */
export const DEMO_ENTRY: {
  readonly command: string;
  readonly args: readonly string[];
} = Object.freeze({
  command: 'toolmark',
  args: Object.freeze(['demo-server']),
});
