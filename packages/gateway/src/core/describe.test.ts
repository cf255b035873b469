import { describe, expect, it } from 'vitest';
import { describeCore } from './describe.ts';
import { createTestServer } from './fixtures/server.ts';
import { OUR_INFO } from './fixtures/world.ts';
import { INSTRUCTIONS_IN_TOTAL, INSTRUCTIONS_PER_SERVER } from './limits.ts';

const describeAll = (...instructions: (string | undefined)[]) => {
  const servers = instructions.map((text, index) => createTestServer(`s${index}`, 'legacy', { instructions: text }));
  return describeCore({ servers: () => servers, serverInfo: OUR_INFO, transparent: false });
};
const NAMING =
  'This is a gateway to several MCP servers. Tools and prompts are named after their server: `server__name`.';

describe('the description of the gateway', () => {
  it('declares all capabilities, whichever servers are connected', () => {
    expect(describeAll()).toEqual({
      serverInfo: OUR_INFO,
      capabilities: {
        tools: { listChanged: true },
        resources: { listChanged: true, subscribe: true },
        prompts: { listChanged: true },
        completions: {},
        logging: {},
      },
      instructions: NAMING,
    });
  });

  it('includes the instructions of each server, under its name', () => {
    expect(describeAll(' Be kind. ', undefined, ' ', 'Be brief.').instructions).toBe(
      `${NAMING}\n\n## s0\n\nBe kind.\n\n## s3\n\nBe brief.`,
    );
  });

  it('limits their length', () => {
    const long = describeAll('x'.repeat(INSTRUCTIONS_PER_SERVER + 1)).instructions;
    expect(long).toBe(`${NAMING}\n\n## s0\n\n${'x'.repeat(INSTRUCTIONS_PER_SERVER)}…`);
    const many = describeAll(
      ...Array.from({ length: 20 }, () => 'y'.repeat(INSTRUCTIONS_PER_SERVER)),
      'short',
    ).instructions;
    expect(many?.length).toBeLessThanOrEqual(INSTRUCTIONS_IN_TOTAL);
    expect(many?.endsWith('short')).toBe(true);
  });

  it('is that of the server that is passed through', () => {
    const capabilities = {
      tools: {},
      experimental: { x: {} },
      tasks: {},
      extensions: { 'io.modelcontextprotocol/tasks': {} },
    };
    const server = createTestServer('s', 'modern', { capabilities, instructions: 'Be kind.' });
    const description = describeCore({ servers: () => [server], serverInfo: OUR_INFO, transparent: true });
    expect(description).toEqual({
      serverInfo: OUR_INFO,
      capabilities: { tools: {}, experimental: { x: {} } },
      instructions: 'Be kind.',
    });
  });
});
