// The TypeScript SDK 1.x.

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { runChecks } from './checks.mjs';
import { answerForm, say, task } from './report.mjs';

const client = new Client(
  { name: task.name, version: '1.0.0' },
  { capabilities: { elicitation: {}, sampling: {}, roots: {} } },
);
const heard = { logs: [], toolChanges: 0 };
client.setRequestHandler(ElicitRequestSchema, ({ params }) => answerForm(params));
client.setRequestHandler(CreateMessageRequestSchema, ({ params }) => ({
  role: 'assistant',
  model: 'none',
  content: { type: 'text', text: `sampled ${params.messages[0].content.text}` },
}));
client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: 'file:///work', name: 'work' }] }));
client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void heard.logs.push(params.data));
client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
  heard.toolChanges += 1;
});
const [command, ...args] = task.command ?? [];
await client.connect(
  command === undefined
    ? new StreamableHTTPClientTransport(new URL(task.url), {
        requestInit: { headers: { authorization: `Bearer ${task.token}` } },
      })
    : new StdioClientTransport({ command, args, env: process.env, stderr: 'inherit' }),
);
say({ era: 'legacy' });
await runChecks({
  heard,
  call: (name, given = {}, options = {}) => client.callTool({ name, arguments: given }, undefined, options),
  tools: async () => (await client.listTools()).tools,
  resources: async () => (await client.listResources()).resources,
  templates: async () => (await client.listResourceTemplates()).resourceTemplates,
  read: (uri) => client.readResource({ uri }),
  prompts: async () => (await client.listPrompts()).prompts,
  prompt: (name, given) => client.getPrompt({ name, arguments: given }),
  complete: (params) => client.complete(params),
  setLevel: (level) => client.setLoggingLevel(level),
  close: () => client.close(),
});
