import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { installed, runCli } from '../support/run-cli.ts';

interface Report {
  readonly tools: readonly { readonly name: string; readonly class: string; readonly title?: string }[];
  readonly findings: readonly { readonly code: string; readonly severity: string; readonly tool?: string }[];
  readonly coverage: { readonly tools: number; readonly complete: number; readonly declared: number };
  readonly protocolVersion: string;
  readonly passed: boolean;
}

async function auditJson(
  server: readonly string[],
  ...options: string[]
): Promise<{ code: number | null; report: Report }> {
  const { code, stdout, stderr } = await runCli(['audit', '--format', 'json', ...options, '--', ...server]);
  expect(stderr).toBe('');
  const { reports } = JSON.parse(stdout) as { reports: readonly Report[] };
  const [report] = reports;
  if (report === undefined) throw new Error(`no report: ${stdout}`);
  return { code, report };
}

const serious = ({ findings }: Report) =>
  findings.filter(({ severity }) => severity !== 'note').map(({ code, tool }) => `${code} ${tool}`);

describe('servers installed from npm', () => {
  const everything = installed('@modelcontextprotocol/server-everything', 'dist/index.js');
  const memory = installed('@modelcontextprotocol/server-memory', 'dist/index.js');
  const filesystem = async () => [
    ...installed('@modelcontextprotocol/server-filesystem', 'dist/index.js'),
    await mkdtemp(join(tmpdir(), 'toolmark-fs-')),
  ];

  it('memory declares everything and passes every profile on presence', async () => {
    const { code, report } = await auditJson(memory);
    expect(code).toBe(0);
    expect(report.coverage).toMatchObject({ tools: 9, complete: 9, declared: 36 });
    expect(report.tools.map((tool) => [tool.name, tool.class])).toEqual([
      ['create_entities', 'additive'],
      ['create_relations', 'additive'],
      ['add_observations', 'additive'],
      ['delete_entities', 'destructive'],
      ['delete_observations', 'destructive'],
      ['delete_relations', 'destructive'],
      ['read_graph', 'read'],
      ['search_nodes', 'read'],
      ['open_nodes', 'read'],
    ]);
    expect(serious((await auditJson(memory, '--profile', 'openai')).report)).toEqual([]);
  });

  it('filesystem passes the specification and fails the OpenAI review on ten tools', async () => {
    const server = await filesystem();
    const spec = await auditJson(server);
    expect(spec.code).toBe(0);
    expect(spec.report.coverage).toMatchObject({ tools: 14, complete: 4 });
    const openai = await auditJson(server, '--profile', 'openai');
    expect(openai.code).toBe(1);
    expect(serious(openai.report)).toEqual(
      [
        'read_file',
        'read_text_file',
        'read_media_file',
        'read_multiple_files',
        'list_directory',
        'list_directory_with_sizes',
        'directory_tree',
        'search_files',
        'get_file_info',
        'list_allowed_directories',
      ].map((name) => `TM102 ${name}`),
    );
  });

  it('filesystem has its titles in a place that one validator of the connector directory ignores', async () => {
    const { code, report } = await auditJson(await filesystem(), '--profile', 'anthropic');
    expect(code).toBe(1);
    expect(
      new Set(report.findings.filter(({ severity }) => severity === 'warning').map((finding) => finding.code)),
    ).toEqual(new Set(['TM207']));
    expect(report.findings.filter((finding) => finding.code === 'TM207')).toHaveLength(14);
  });

  it('everything declares all four hints on all of its tools', async () => {
    const { code, report } = await auditJson(everything, '--profile', 'openai');
    expect(report.coverage.complete).toBe(report.coverage.tools);
    expect(report.coverage.tools).toBeGreaterThanOrEqual(13);
    expect(report.findings.filter((finding) => /^TM10[1-5]$/.test(finding.code))).toEqual([]);
    expect(serious(report)).toEqual([]);
    expect(code).toBe(0);
  });
});
