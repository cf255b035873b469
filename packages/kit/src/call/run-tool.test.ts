import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ToolError } from '../outcome/tool-error.ts';
import type { ToolContext } from './context.ts';
import type { Incident } from './incident.ts';
import { type RunnableTool, runTool } from './run-tool.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;

function setUp(change: Partial<RunnableTool>, signal = new AbortController().signal) {
  const incidents: Incident[] = [];
  const tool: RunnableTool = {
    definition: { name: 'get_note' },
    inputSchema: undefined,
    outputSchema: undefined,
    hasOutputSchema: false,
    steps: [],
    handler: (args) => args,
    report: (incident) => void incidents.push(incident),
    ...change,
  };
  const context: ToolContext = { signal, auth: undefined, progress: async () => {}, sdk: undefined };
  return { incidents, run: (args?: unknown) => runTool(tool, args, context) };
}

const failure = (code: string, message: string, details?: unknown) => ({
  content: [
    {
      type: 'text',
      text: `${code}: ${message}${details === undefined ? '' : `\nDetails: ${JSON.stringify(details)}`}`,
    },
  ],
  structuredContent: { success: false, error: { code, message, ...(details !== undefined && { details }) } },
  isError: true,
});

describe('runTool', () => {
  it('passes the parsed arguments to the handler', async () => {
    const { run } = setUp({ inputSchema: z.object({ n: z.coerce.number(), unit: z.string().default('m') }) });
    expect(await run({ n: '7' })).toMatchObject({ structuredContent: { n: 7, unit: 'm' } });
  });

  it('passes an empty object to the handler if the caller sent no arguments', async () => {
    expect(await setUp({}).run()).toMatchObject({ structuredContent: {} });
    expect(await setUp({ inputSchema: z.object({}) }).run()).toMatchObject({ structuredContent: {} });
  });

  it('answers invalid arguments with the problems, and does not call the handler', async () => {
    const handler = () => expect.unreachable();
    const { run, incidents } = setUp({ inputSchema: z.object({ id: z.string(), n: z.int() }), handler });
    const words =
      'id: Invalid input: expected string, received undefined; n: Invalid input: expected int, received number';
    expect(await run({ n: 1.5 })).toEqual(failure('INVALID_INPUT', `The arguments do not fit: ${words}`));
    expect(incidents).toEqual([]);
  });

  it.each([
    [
      'has a place for it',
      z.union([z.object({ id: z.string() }), z.object({ success: z.literal(false), error: z.looseObject({}) })]),
      true,
    ],
    ['has none', z.object({ id: z.string() }), false],
    ['would only ignore it', z.object({ id: z.string().optional() }), false],
  ])('sends a failure as structured content if the output schema %s', async (_, schema, isSent) => {
    const outputSchema = z.toJSONSchema(schema) as Record<string, unknown>;
    const definition = { name: 'get_note', outputSchema: { type: 'object', ...outputSchema } };
    const handler = () => {
      throw new ToolError('GONE', 'Gone.');
    };
    const result = await setUp({ definition, outputSchema: schema, hasOutputSchema: true, handler }).run();
    expect('structuredContent' in result).toBe(isSent);
  });

  it('sends the data as parsed by the output schema', async () => {
    const { run } = setUp({ outputSchema: z.object({ tags: z.array(z.string()).default([]) }), handler: () => ({}) });
    expect(await run()).toEqual({ content: [{ type: 'text', text: '{"tags":[]}' }], structuredContent: { tags: [] } });
  });

  it('turns a ToolError into its failure', async () => {
    const handler = () => {
      throw new ToolError('NOT_FOUND', 'There is no note 7.', { id: 7 });
    };
    const { run, incidents } = setUp({ handler });
    expect(await run()).toEqual(failure('NOT_FOUND', 'There is no note 7.', { id: 7 }));
    expect(incidents).toEqual([]);
  });

  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  it.each<[string, Partial<RunnableTool>, string]>([
    ['an error', { handler: () => Promise.reject(new Error('password=hunter2')) }, 'password=hunter2'],
    ['a thrown string', { handler: () => Promise.reject('password=hunter2') }, 'password=hunter2'],
    ['a broken step', { steps: [() => Promise.reject(new Error('broken step'))] }, 'broken step'],
    [
      'data that is not what was promised',
      { outputSchema: z.object({ id: z.string() }), handler: () => ({ id: 7 }) },
      'The result does not fit outputSchema: id: ',
    ],
    ['data that cannot be JSON', { handler: () => cyclic }, 'circular'],
    [
      'a failure whose details cannot be JSON',
      { handler: () => Promise.reject(new ToolError('X', 'x', cyclic)) },
      'circular',
    ],
  ])('tells the caller only an incident id for %s', async (_, change, words) => {
    const { run, incidents } = setUp(change);
    const result = await run();
    const id = UUID.exec(JSON.stringify(result))?.[0] ?? 'none';
    expect(result).toEqual(
      failure(
        'INTERNAL',
        `The tool failed unexpectedly. Tell the user the incident id ${id}; the server's log has more.`,
        {
          incident: id,
        },
      ),
    );
    expect(incidents).toEqual([{ id, tool: 'get_note', error: expect.anything() }]);
    expect(String(incidents[0]?.error)).toContain(words);
  });

  it('does not report the error caused by an abort as an incident', async () => {
    const aborted = AbortSignal.abort();
    const { run, incidents } = setUp({ handler: () => aborted.throwIfAborted() }, aborted);
    expect(await run()).toEqual(failure('CANCELLED', 'The call was cancelled before it was done.'));
    expect(incidents).toEqual([]);
  });

  it('rethrows the one error that the SDK itself handles', async () => {
    const elicitation = Object.assign(new Error('Open this URL'), { code: -32042 });
    const { run, incidents } = setUp({ handler: () => Promise.reject(elicitation) });
    await expect(run()).rejects.toBe(elicitation);
    expect(incidents).toEqual([]);
  });

  it("lets steps see a handler's failure as an outcome, and report errors without failing", async () => {
    const seen: string[] = [];
    const { run, incidents } = setUp({
      handler: () => Promise.reject(new Error('x')),
      steps: [
        async (call, next) => {
          const outcome = await next();
          seen.push(outcome.kind === 'failed' ? outcome.code : outcome.kind);
          call.report(new Error('noted'));
          return outcome;
        },
      ],
    });
    await run();
    expect(seen).toEqual(['INTERNAL']);
    expect(incidents.map(({ tool, error }) => [tool, String(error)])).toEqual([
      ['get_note', 'Error: x'],
      ['get_note', 'Error: noted'],
    ]);
  });
});
