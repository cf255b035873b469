import type { Approval, HintKey, ToolHint } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { hintsPageOf } from './hints-page.ts';

const hint = (declared: boolean | null): ToolHint => ({ value: true, source: 'default', declared, reason: '' });
const effectiveOf = (readOnly: boolean | null): Readonly<Record<HintKey, ToolHint>> => ({
  readOnlyHint: hint(readOnly),
  destructiveHint: hint(null),
  idempotentHint: hint(null),
  openWorldHint: hint(null),
});
const approvalOf = (
  rule: string,
  readOnly: boolean | null,
): Pick<Approval, 'server' | 'tool' | 'rule' | 'effective'> => ({
  server: 'desk',
  tool: 'tidy',
  rule,
  effective: effectiveOf(readOnly),
});

describe('the page where hints can be settled', () => {
  it("is the server's, if its claims are not reviewed", () => {
    expect(hintsPageOf(approvalOf('default: unreviewed', true))).toEqual({
      label: 'Review the server',
      to: { name: 'server', params: { name: 'desk' } },
    });
  });

  it("is the tool's, if it has no hints", () => {
    expect(hintsPageOf(approvalOf('default: destructive', null))).toEqual({
      label: 'Set its hints',
      to: { name: 'tool', params: { server: 'desk', tool: 'tidy' } },
    });
  });

  it.each([
    ['a rule of a person', 'ask before tidying', null],
    ['a declared hint', 'default: destructive', false],
  ])('does not exist for %s', (_, rule, readOnly) => {
    expect(hintsPageOf(approvalOf(rule, readOnly))).toBeUndefined();
  });
});
