import { describe, expect, it } from 'vitest';
import type { PartialHints } from '../hints.ts';
import { CLIENTS, predictClients } from './clients.ts';

const verdicts = (annotations: PartialHints) =>
  Object.fromEntries(predictClients({ name: 'x', annotations }).map(({ client, verdict }) => [client, verdict]));

describe('predictClients', () => {
  it.each<[string, PartialHints, Record<string, string>]>([
    ['nothing declared', {}, { vscode: 'asks', codex: 'asks', goose: 'asks', claude: 'asks', chatgpt: 'refuses' }],
    [
      'a complete reader',
      { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
      { vscode: 'runs', codex: 'runs', goose: 'runs', claude: 'runs', chatgpt: 'runs', 'gemini-cli': 'asks' },
    ],
    ['a reader that leaves the rest out', { readOnlyHint: true }, { codex: 'runs', chatgpt: 'refuses' }],
    [
      'a closed-world adder',
      { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
      { codex: 'runs', vscode: 'asks' },
    ],
    ['an open-world adder', { readOnlyHint: false, destructiveHint: false, openWorldHint: true }, { codex: 'asks' }],
    ['both at once', { readOnlyHint: true, destructiveHint: true }, { codex: 'asks', vscode: 'runs' }],
  ])('%s', (_case, hints, wanted) => expect(verdicts(hints)).toMatchObject(wanted));

  it('says that VS Code first shows a person the result of an open-world tool', () => {
    const [vscode] = predictClients({ name: 'x', annotations: { readOnlyHint: true, openWorldHint: true } });
    expect(vscode?.says).toContain('confirmed before the model sees it');
  });

  it('names a source and a date for every client', () => {
    for (const { asOf, source } of CLIENTS) {
      expect(asOf).toMatch(/^20\d\d-\d\d-\d\d$/);
      expect(source).not.toBe('');
    }
  });
});
