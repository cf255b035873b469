import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../../config/src/parse.ts';
import { parseCases } from './parse-cases.ts';
import { runCases } from './run-cases.ts';

const configOf = (json: object) => {
  const parsed = parseConfig({ mcpServers: {}, ...json }, { folder: '/', env: {} });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value.config;
};

const calendar = { name: 'manage_calendar', inputSchema: { type: 'object' } };
const list = { name: 'list_events', annotations: { readOnlyHint: true } };
const tools = { calendar: [calendar, list] };

const run = (file: object, config: object = {}) => {
  const parsed = parseCases(file);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return runCases(parsed.value, configOf(config));
};

describe('runCases', () => {
  const policy = {
    rules: [{ name: 'looking', tool: 'manage_calendar', arguments: { '$.action': 'list' }, decision: 'allow' }],
  };

  it('P10: tells which cases the policy decides as expected, and how it decides the others', () => {
    const cases = [
      { server: 'calendar', tool: 'manage_calendar', arguments: { action: 'list' }, expect: 'allow' },
      {
        name: 'deleting asks',
        server: 'calendar',
        tool: 'manage_calendar',
        arguments: { action: 'delete' },
        expect: { decision: 'ask', rule: 'default: destructive' },
      },
      {
        server: 'calendar',
        tool: 'manage_calendar',
        arguments: { action: 'list' },
        expect: { decision: 'allow', rule: 'other' },
      },
      { server: 'calendar', tool: 'list_events', expect: 'deny' },
    ];
    expect(run({ tools, cases }, { policy }).map(({ name, passed, message }) => ({ name, passed, message }))).toEqual([
      { name: 'case 1: calendar/manage_calendar', passed: true, message: 'It is allow by looking.' },
      { name: 'deleting asks', passed: true, message: 'It is ask by default: destructive.' },
      {
        name: 'case 3: calendar/manage_calendar',
        passed: false,
        message: `Expected allow by other, but it is allow by looking: A rule lets it pass: the tool is 'manage_calendar' and $.action is "list".`,
      },
      {
        name: 'case 4: calendar/list_events',
        passed: false,
        message:
          'Expected deny, but it is allow by default: read: Its server declares that it only reads, so it passes.',
      },
    ]);
  });

  it('fails for tools and servers that are not there', () => {
    const cases = [
      { server: 'calendar', tool: 'list', expect: 'allow' },
      { server: 'mail', tool: 'send', expect: 'ask' },
    ];
    expect(run({ tools, cases })).toEqual([
      {
        name: 'case 1: calendar/list',
        passed: false,
        expected: { decision: 'allow', rule: undefined },
        actual: undefined,
        message: "There is no tool 'list' of 'calendar' under tools of this file; it has manage_calendar, list_events.",
      },
      {
        name: 'case 2: mail/send',
        passed: false,
        expected: { decision: 'ask', rule: undefined },
        actual: undefined,
        message: "There is no server 'mail' under tools of this file.",
      },
    ]);
  });

  it('P17: overrides and trust count as they would', () => {
    const cases = [
      { server: 'calendar', tool: 'list_events', expect: 'allow' },
      { server: 'calendar', tool: 'manage_calendar', expect: 'ask' },
    ];
    const kinds = (config: object) => run({ tools, cases }, config).map(({ actual }) => actual?.kind);
    expect(kinds({})).toEqual(['allow', 'ask']);
    expect(kinds({ mcpServers: { calendar: { command: 'x', trust: 'none' } } })).toEqual(['ask', 'ask']);
    expect(
      kinds({
        overrides: [{ server: 'calendar', tool: 'manage_*', hints: { readOnlyHint: true }, reason: 'I looked' }],
      }),
    ).toEqual(['allow', 'allow']);
  });

  it('P16, P19: callers and sessions are as the case says', () => {
    const rules = [
      { name: 'ci', token: 'ci', decision: 'deny' },
      { name: 'cursor', client: 'cursor', decision: 'deny' },
      { name: 'web', mode: 'web', decision: 'deny' },
      { name: 'many', session: { callsOver: 5 }, decision: 'deny' },
      { name: 'private', session: { private_data_read: true }, decision: 'deny' },
    ];
    const cases = [
      { token: 'ci' },
      { client: 'cursor' },
      { mode: 'web' },
      { session: { calls: 6 } },
      { session: { private_data_read: true } },
      {},
    ].map((facts) => ({ server: 'calendar', tool: 'list_events', expect: 'deny', ...facts }));
    expect(run({ tools, cases }, { policy: { rules } }).map(({ actual }) => actual?.rule)).toEqual([
      'ci',
      'cursor',
      'web',
      'many',
      'private',
      'default: read',
    ]);
  });
});

describe('parseCases', () => {
  const cases = [{ server: 'calendar', tool: 'list_events', expect: 'allow' }];

  it.each([
    ['a list', [list]],
    ['an answer to tools/list', { tools: [list], nextCursor: 'x' }],
  ])('reads tools from another file: %s', (_case, content) => {
    const asked: string[] = [];
    const parsed = parseCases({ tools: { calendar: './tools.json' }, cases }, (path) => {
      asked.push(path);
      return content;
    });
    expect(asked).toEqual(['./tools.json']);
    expect(parsed.ok && parsed.value.tools.get('calendar')).toEqual([list]);
  });

  it.each<[string, unknown, readonly string[]]>([
    ['nothing', null, ['']],
    ['no cases', { tools, cases: [] }, ['cases']],
    ['no expectation', { tools, cases: [{ server: 'a', tool: 'b' }] }, ['cases.0.expect']],
    ['another decision', { tools, cases: [{ server: 'a', tool: 'b', expect: 'pass' }] }, ['cases.0.expect']],
    ['a key that is none', { tools, cases: [{ ...cases[0], args: {} }] }, ['cases.0']],
    ['a tool without a name', { tools: { a: [{}] }, cases }, ['tools.a']],
    ['a file that cannot be read', { tools: { a: 'x.json' }, cases }, ['tools.a']],
  ])('refuses %s', (_case, json, paths) => {
    const parsed = parseCases(json);
    expect(parsed.ok ? [] : parsed.error.map(({ path }) => path)).toEqual(paths);
  });

  it('says which file is at fault', () => {
    const messages = (read: () => unknown) => {
      const parsed = parseCases({ tools: { calendar: 'x.json' }, cases }, read);
      return parsed.ok ? [] : parsed.error.map(({ message }) => message);
    };
    expect(messages(() => ({ a: 1 }))).toEqual([
      'x.json must be a list of tools, or an object with such a list as tools, as tools/list answers',
    ]);
    expect(
      messages(() => {
        throw new Error('there is no such file');
      }),
    ).toEqual(['x.json cannot be read: there is no such file']);
  });
});
