import { setTimeout as delay } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { ApprovalList } from '@toolmark/api-contract';
import { type ScreenshotGateway, until } from './gateway.ts';

const PATIENCE_MS = 900_000;

type Arguments = Readonly<Record<string, unknown>>;
type Step = readonly [tool: string, given?: Arguments, answer?: 'approve' | 'deny' | 'session'];

/** A client's calls in one session. */
export interface Sitting {
  readonly client: string;
  readonly version: string;
  /** How many hours ago. */
  readonly hours: number;
  readonly steps: readonly Step[];
}

const READING: readonly Step[] = [
  ['notes__list_notes'],
  ['notes__read_note', { id: 'lisbon-in-may' }],
  ['files__list_directory', { path: '.' }],
  ['files__read_text_file', { path: 'plan/watering.md' }],
  ['calendar__list_events', { day: '2026-11-16' }],
];
const REMEMBERING: readonly Step[] = [
  ['memory__search_nodes', { query: 'garden' }],
  [
    'memory__create_entities',
    { entities: [{ name: 'Bed 3', entityType: 'place', observations: ['kale, sown in May'] }] },
  ],
  ['memory__read_graph'],
];
const WRITING: readonly Step[] = [
  ['notes__search_notes', { query: 'trip' }],
  ['notes__create_note', { title: 'Seeds to order', text: 'Kale, beans, two kinds of basil.', tags: ['garden'] }],
  ['files__read_text_file', { path: 'plan/beds.csv' }],
  ['files__write_file', { path: 'plan/beds.csv', content: 'bed,plant,sown\n1,tomato,2026-04-02\n' }, 'approve'],
];
const FAILING: readonly Step[] = [
  ['notes__read_note', { id: 'shopping' }],
  ['files__read_text_file', { path: 'plan/harvest.md' }],
];

/** A day and a half of work, oldest first. */
export const SITTINGS: readonly Sitting[] = [
  { client: 'claude-code', version: '2.1.0', hours: 30, steps: [...READING, ...REMEMBERING, ...WRITING] },
  { client: 'cursor', version: '3.0.2', hours: 22.4, steps: [...READING, ...WRITING] },
  { client: 'claude-code', version: '2.1.0', hours: 19.6, steps: [...READING, ...REMEMBERING] },
  { client: 'codex', version: '0.58.0', hours: 14.2, steps: [...READING, ...FAILING] },
  {
    client: 'claude-code',
    version: '2.1.0',
    hours: 9.3,
    steps: [
      ...READING,
      ...WRITING,
      ...REMEMBERING,
      ['notes__write_file', { path: 'ideas.txt', text: 'A clock.' }, 'deny'],
    ],
  },
  { client: 'cursor', version: '3.0.2', hours: 5.1, steps: [...REMEMBERING, ...READING, ...FAILING, ...READING] },
  {
    client: 'claude-code',
    version: '2.1.0',
    hours: 2.2,
    steps: [
      ...READING,
      ['notes__delete_file', { path: 'drafts/haiku.md' }, 'approve'],
      ...WRITING,
      ['memory__delete_entities', { entityNames: ['Bed 3'] }, 'session'],
      ['memory__delete_entities', { entityNames: ['Bed 4'] }],
      ['files__move_file', { source: 'README.md', destination: 'plan/README.md' }],
    ],
  },
];

/** Current activity: the last calls wait for a person. */
export const NOW: readonly Sitting[] = [
  {
    client: 'cursor',
    version: '3.0.2',
    hours: 0,
    steps: [
      ...READING,
      ...REMEMBERING,
      ...FAILING,
      [
        'files__edit_file',
        { path: 'plan/watering.md', edits: [{ oldText: 'every evening', newText: 'every morning' }] },
      ],
    ],
  },
  {
    client: 'claude-code',
    version: '2.1.0',
    hours: 0,
    steps: [
      ...READING,
      ...WRITING.slice(0, 3),
      ['notes__export_notes', { format: 'json', seconds: 1 }],
      ['notes__purge_drafts'],
      ['notes__delete_note', { id: 'packing-list' }],
    ],
  },
];

/**
 * A real MCP client makes the calls of a sitting in sequence, and a person answers as the sitting says. A call without
 * an answer keeps waiting, and `work` returns.
 */
export async function work(gateway: ScreenshotGateway, sitting: Sitting): Promise<void> {
  const { client: name, version, hours, steps } = sitting;
  const client = new Client({ name, version }, { versionNegotiation: { mode: 'auto' } });
  // It names its conversation, so that an answer can apply to the session.
  const requestInit = { headers: { ...gateway.headers, 'toolmark-session': `${name}-${hours}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${gateway.url}/mcp`), { requestInit }));
  await client.listTools();
  for (const [tool, given = {}, answer] of steps) {
    // For past sittings the clock runs faster.
    await delay(hours === 0 ? 1_000 : 0);
    let isOver = false;
    const ended = client.callTool({ name: tool, arguments: given }, { timeout: PATIENCE_MS }).then(
      () => (isOver = true),
      // Errors are shown in the record.
      () => (isOver = true),
    );
    const ask = async (): Promise<string> => (isOver ? 'over' : ((await questionOf(gateway, name, tool)) ?? 'running'));
    const question = await until(ask, (state) => state !== 'running');
    if (question === 'over') continue;
    if (answer === undefined) return;
    const decision = answer === 'deny' ? 'deny' : 'approve';
    const remember = answer === 'session' ? { remember: 'session' } : {};
    await gateway.api('POST', `/approvals/${question}`, { decision, ...remember });
    await ended;
  }
  await client.close();
}

/** The id of the question for this client's waiting call. */
async function questionOf(gateway: ScreenshotGateway, client: string, tool: string): Promise<string | undefined> {
  const { approvals } = await gateway.api<ApprovalList>('GET', '/approvals?limit=100');
  return approvals.find((one) => one.client_name === client && tool === `${one.server}__${one.tool}`)?.id;
}
