/**
 * The entry of the demo server in `mcpServers`. It is part of Toolmark and was reviewed, so its declared hints are
 * trusted; the one tool that lies contradicts itself and is held anyway.
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
