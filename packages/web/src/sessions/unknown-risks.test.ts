import type { ToolCall } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { unknownRisks } from './unknown-risks.ts';

type Hints = NonNullable<ToolCall['effective']>;
const DEFAULTS = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };

/** The hints of a tool that declares these. */
const declaring = (declared: Partial<Record<keyof Hints, boolean>>): Hints =>
  Object.fromEntries(
    Object.entries(DEFAULTS).map(([name, fallback]) => {
      const said = declared[name as keyof Hints];
      return [
        name,
        {
          value: said ?? fallback,
          source: said === undefined ? 'default' : 'declared',
          declared: said ?? null,
          reason: '',
        },
      ];
    }),
  ) as Hints;

describe('unknownRisks', () => {
  it.each<[string, Parameters<typeof declaring>[0], readonly number[]]>([
    ['a tool that declares nothing', {}, [1, 1, 1]],
    ['a read that does not say of what', { readOnlyHint: true }, [1, 1, 0]],
    ['a write that does not say where', { readOnlyHint: false }, [0, 1, 1]],
    ['a write by what it says of destroying', { destructiveHint: false }, [0, 1, 1]],
    ['an open world without a word on writing', { openWorldHint: true }, [0, 0, 1]],
    ['a closed world without a word on writing', { openWorldHint: false }, [1, 0, 0]],
    ['a read of a closed world', { readOnlyHint: true, openWorldHint: false }, [0, 0, 0]],
    ['a write in an open world', { readOnlyHint: false, openWorldHint: true }, [0, 0, 0]],
  ])('of %s', (_what, declared, [read, seen, sent]) => {
    const expected = { private_data_read: read, untrusted_content_seen: seen, open_world_write: sent };
    expect(unknownRisks([{ status: 'ok', effective: declaring(declared) }])).toEqual(expected);
  });

  it('leaves out calls that did not succeed, and of tools that no server has', () => {
    const calls = [
      { status: 'error', effective: declaring({}) },
      { status: 'denied', effective: declaring({}) },
      { status: 'ok', effective: null },
    ] as const;
    expect(Object.values(unknownRisks(calls))).toEqual([0, 0, 0]);
  });
});
