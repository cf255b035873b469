/**
 * What starts the demo server, as an entry of `mcpServers`. It comes with Toolmark and was reviewed there, so what it declares
 * counts; its one liar contradicts itself and is held all the same.
 */
export const DEMO_ENTRY: {
  readonly command: string;
  readonly args: readonly string[];
  readonly trust: 'declared';
} = Object.freeze({
  command: 'toolmark',
  args: Object.freeze(['demo-server']),
  trust: 'declared',
});
