// The TypeScript SDK 2.x, in both eras.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { runChecks } from './checks.mjs';
import { answerForm, say, task } from './report.mjs';

const heard = { logs: [], toolChanges: 0 };
const onChanged = () => {
  heard.toolChanges += 1;
};
const client = new Client(
  { name: task.name, version: '1.0.0' },
  {
    capabilities: { elicitation: { form: {} }, sampling: {}, roots: {} },
    versionNegotiation: { mode: task.era },
    listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged } },
  },
);
client.setRequestHandler('elicitation/create', ({ params }) => answerForm(params));
client.setRequestHandler('sampling/createMessage', ({ params }) => ({
  role: 'assistant',
  model: 'none',
  content: { type: 'text', text: `sampled ${params.messages[0].content.text}` },
}));
client.setRequestHandler('roots/list', () => ({ roots: [{ uri: 'file:///work', name: 'work' }] }));
client.setNotificationHandler('notifications/message', ({ params }) => void heard.logs.push(params.data));
const [command, ...args] = task.command ?? [];
await client.connect(
  command === undefined
    ? new StreamableHTTPClientTransport(new URL(task.url), {
        requestInit: { headers: { authorization: `Bearer ${task.token}` } },
      })
    : new StdioClientTransport({ command, args, env: process.env, stderr: 'inherit' }),
);
const isModern = client.getProtocolEra() === 'modern';
say({ era: client.getProtocolEra() });
await runChecks({
  heard,
  call: (name, given = {}, { logs, ...options } = {}) => {
    const _meta = { 'io.modelcontextprotocol/logLevel': 'info' };
    return client.callTool({ name, arguments: given, ...(logs && isModern && { _meta }) }, options);
  },
  // The list may be cached for as long as the gateway permits.
  tools: async () => (await client.listTools(undefined, { cacheMode: 'refresh' })).tools,
  resources: async () => (await client.listResources()).resources,
  templates: async () => (await client.listResourceTemplates()).resourceTemplates,
  read: (uri) => client.readResource({ uri }),
  prompts: async () => (await client.listPrompts()).prompts,
  prompt: (name, given) => client.getPrompt({ name, arguments: given }),
  complete: (params) => client.complete(params),
  setLevel: async (level) => (isModern ? {} : client.setLoggingLevel(level)),
  close: () => client.close(),
});
