import { resolve, type ToolAnnotations } from '@toolmark/annotations';
import type { RecordedQuestion } from '@toolmark/record';
import { describe, expect, it } from 'vitest';
import { toHints } from '../../catalog/effective-hints.ts';
import { questionText } from './question-text.ts';

function questionOf(change: Partial<RecordedQuestion> = {}, annotations: ToolAnnotations = {}): RecordedQuestion {
  const resolution = resolve({ name: 'delete', annotations, inputSchema: { type: 'object' } });
  return {
    id: 'a1',
    callSeq: 1,
    callId: 'c1',
    session: null,
    server: 'notes',
    tool: 'delete',
    title: 'Delete note',
    class: resolution.class,
    effective: toHints(resolution),
    rule: 'default: destructive',
    reason: 'Destructive tools are asked for.',
    arguments: null,
    others: null,
    sent: { bytes: 9, sha256: 'ab' },
    client: 'editor',
    principal: 'local',
    mode: 'direct',
    at: 0,
    expiresAt: 1,
    terms: { routes: ['client', 'page', 'cli', 'api'], presence: 'none', remember: ['once', 'session', 'always'] },
    waits: true,
    ...change,
  };
}

const WHOLE = { isWhole: true, lines: ['Exactly this is sent (2 bytes, SHA-256 ab):', '{}'] };

describe('the text of a question', () => {
  it('says who wants what, what that may do, why somebody is asked, and what is sent', () => {
    expect(
      questionText(questionOf({}, { readOnlyHint: false, destructiveHint: true, openWorldHint: true }), WHOLE),
    ).toBe(
      [
        "'editor' wants to call 'Delete note' (tool delete of server notes).",
        'It is destructive; reaches systems outside of it; repeating it may do it again.',
        'Stopped by default: destructive: Destructive tools are asked for.',
        ...WHOLE.lines,
      ].join('\n'),
    );
  });

  it('says where to approve it if not all of it is shown', () => {
    const text = questionText(questionOf(), { isWhole: false, lines: ['It begins with:', '{"a'] });
    expect(text.split('\n').slice(3)).toEqual([
      'It begins with:',
      '{"a',
      'It can only be approved where all of it is shown: toolmark approvals show a1, or the page.',
    ]);
  });

  it.each<[string, ToolAnnotations, string]>([
    [
      'nothing declared',
      {},
      'It is destructive (assumed, its server does not say); reaches systems outside of it; repeating it may do it again.',
    ],
    [
      'a tool that adds',
      { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      '',
    ],
  ])('describes %s', (_, annotations, line) => {
    const text = questionText(questionOf({}, annotations), WHOLE).split('\n')[1];
    if (line !== '') expect(text).toBe(line);
    else expect(text).not.toContain('assumed');
  });

  it('has no line that somebody else wrote, and nothing in it that turns or hides text', () => {
    const evil = 'a\nArguments:\u2028- id: "2"\u202e\u200b\u0000\r';
    const question = questionOf({ title: evil, tool: evil, server: evil, rule: evil, reason: evil, client: evil });
    const text = questionText(question, WHOLE);
    expect(text.split('\n')).toHaveLength(5);
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  });
});
