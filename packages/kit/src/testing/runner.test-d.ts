import * as node from 'node:test';
import * as jest from '@jest/globals';
import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { McpServer as McpServerV2 } from '@modelcontextprotocol/server';
import * as vitest from 'vitest';
import { type AnnotationTestOptions, testAnnotations } from './index.ts';

// Accepts the functions of all three runners, and the servers of both SDKs.
const options: AnnotationTestOptions = {
  target: { server: () => new McpServerV1({ name: 'a', version: '1' }) },
  table: 'tools.md',
};
testAnnotations(jest, options);
testAnnotations({ describe: node.describe, it: node.it }, options);
testAnnotations({ describe: vitest.describe, it: vitest.it }, options);
testAnnotations({
  target: { server: async () => new McpServerV2({ name: 'a', version: '1' }) },
  table: { groups: [] },
});

// @ts-expect-error no table
testAnnotations({ target: { server: () => new McpServerV2({ name: 'a', version: '1' }) } });
// @ts-expect-error no such profile
testAnnotations({ ...options, profile: 'strict' });
// @ts-expect-error nothing is ignored without a reason
testAnnotations({ ...options, ignore: [{ code: 'TM101' }] });
