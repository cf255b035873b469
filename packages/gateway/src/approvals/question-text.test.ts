import { resolve, type ToolAnnotations } from '@toolmark/annotations';
import { describe, expect, it } from 'vitest';
import { toHints } from '../catalog/effective-hints.ts';
import type { Body } from '../record/entry.ts';
import { questionText } from './question-text.ts';
import type { RecordedQuestion } from './record.ts';

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
    arguments: bodyOf({ id: '1', force: true }),
    client: 'editor',
    principal: 'local',
    mode: 'direct',
    at: 0,
    expiresAt: 1,
    waits: true,
    ...change,
  };
}

const bodyOf = (value: unknown): Body => ({ text: JSON.stringify(value), bytes: 10, isCut: false, redactions: 0 });

describe('the text of a question', () => {
  it('says who wants what, what that may do, why somebody is asked, and with which arguments', () => {
    expect(
      questionText(questionOf({}, { readOnlyHint: false, destructiveHint: true, openWorldHint: true }), true),
    ).toBe(
      [
        "'editor' wants to call 'Delete note' (tool delete of server notes).",
        'It is destructive; reaches systems outside of it; repeating it may do it again.',
        'Stopped by default: destructive: Destructive tools are asked for.',
        'Arguments:',
        '- id: "1"',
        '- force: true',
      ].join('\n'),
    );
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
    const text = questionText(questionOf({}, annotations), true).split('\n')[1];
    if (line !== '') expect(text).toBe(line);
    else expect(text).not.toContain('assumed');
  });

  it.each<[string, Body | null, string[]]>([
    ['none', null, ['It has no arguments.']],
    ['empty', bodyOf({}), ['It has no arguments.']],
    [
      'cut',
      { text: '{"text":"aaa', bytes: 5_000, isCut: true, redactions: 0 },
      ['Arguments: {"text":"aaa', '(the beginning of 5000 bytes; toolmark approvals show a1)'],
    ],
    [
      'long',
      bodyOf({ text: 'x'.repeat(1_000) }),
      ['Arguments:', `- text: "${'x'.repeat(399)}…`, '(not all of it is shown: toolmark approvals show a1)'],
    ],
  ])('shows arguments that are %s', (_, body, lines) => {
    expect(
      questionText(questionOf({ arguments: body }), true)
        .split('\n')
        .slice(3),
    ).toEqual(lines);
  });

  it.each<Body>([bodyOf({ text: 'x'.repeat(1_000) }), { text: '{"a', bytes: 9, isCut: true, redactions: 0 }])(
    'names no place to see more where there is none',
    (body) => {
      const question = questionOf({ arguments: body });
      expect(questionText(question, true)).toContain('toolmark approvals');
      expect(questionText(question, false)).not.toContain('toolmark');
    },
  );

  it('has no line that somebody else wrote, and nothing in it that turns or hides text', () => {
    const evil = 'a\nArguments:\u2028- id: "2"\u202e\u200b\u0000\r';
    const question = questionOf({
      title: evil,
      tool: evil,
      server: evil,
      rule: evil,
      reason: evil,
      client: evil,
      arguments: bodyOf({ [evil]: evil }),
    });
    const text = questionText(question, true);
    expect(text.split('\n')).toHaveLength(5);
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  });
});
