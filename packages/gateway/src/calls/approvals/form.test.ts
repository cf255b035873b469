import { ElicitRequestFormParamsSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';
import { type FormAnswer, readAnswer, toForm } from './form.ts';

describe('the form', () => {
  it.each(['2025-06-18', '2025-11-25', '2026-07-28'])('is one that the SDK takes, in %s', (version) => {
    const form = toForm('Sure?', { protocolVersion: version }, true);
    expect(ElicitRequestFormParamsSchema.parse(form)).toEqual(form);
  });

  it('has a mode and titles as the newer revisions know them, and offers nothing that lasts', () => {
    expect(toForm('Sure?', { protocolVersion: '2026-07-28' }, true)).toEqual({
      mode: 'form',
      message: 'Sure?',
      requestedSchema: {
        type: 'object',
        properties: {
          decision: {
            type: 'string',
            title: 'Your decision',
            oneOf: [
              { const: 'approve', title: 'Approve' },
              { const: 'deny', title: 'Deny' },
            ],
          },
        },
        required: ['decision'],
      },
    });
  });

  it('has nothing that 2025-06-18 does not know', () => {
    expect(toForm('Sure?', { protocolVersion: '2025-06-18' }, true)).toEqual({
      message: 'Sure?',
      requestedSchema: {
        type: 'object',
        properties: {
          decision: {
            type: 'string',
            title: 'Your decision',
            enum: ['approve', 'deny'],
            enumNames: ['Approve', 'Deny'],
          },
        },
        required: ['decision'],
      },
    });
  });
});

describe('a form that cannot show everything that is sent', () => {
  it.each(['2025-06-18', '2025-11-25', '2026-07-28'])('offers no way to approve it, in %s', (version) => {
    const form = toForm('Sure?', { protocolVersion: version }, false);
    expect(ElicitRequestFormParamsSchema.parse(form)).toEqual(form);
    expect(JSON.stringify(form)).not.toMatch(/approve|remember/i);
    expect(JSON.stringify(form)).toMatch(/Deny.*|Decide on the page or the command line/);
  });
});

describe('consent', () => {
  const [approve, deny, none]: FormAnswer[] = [{ kind: 'approve' }, { kind: 'deny' }, { kind: 'none' }];
  it.each<[unknown, FormAnswer | undefined]>([
    [{ action: 'accept', content: { decision: 'approve' } }, approve],
    // For how long is none of its business.
    [{ action: 'accept', content: { decision: 'approve', remember: 'session' } }, approve],
    [{ action: 'accept', content: { decision: 'approve', remember: 'always' } }, approve],
    [{ action: 'accept', content: { decision: 'deny', remember: 'always' } }, deny],
    [{ action: 'decline' }, deny],
    [{ action: 'decline', content: { decision: 'approve' } }, deny],
    [{ action: 'cancel' }, none],
    [{ action: 'cancel', content: { decision: 'approve' } }, none],
    [{ action: 'accept' }, none],
    [{ action: 'accept', content: {} }, none],
    [{ action: 'accept', content: { decision: 'Approve' } }, none],
    [{ action: 'accept', content: { decision: true } }, none],
    [{ action: 'accept', content: ['approve'] }, none],
    [{ action: 'ACCEPT', content: { decision: 'approve' } }, none],
    [{ content: { decision: 'approve' } }, none],
    ['accept', none],
    [null, none],
    [undefined, none],
  ])('of %j is %o', (response, expected) => {
    expect(readAnswer(response, true)).toEqual(expected);
  });

  it('is none where it was not a choice', () => {
    const approve = { action: 'accept', content: { decision: 'approve' } };
    expect(readAnswer(approve, false)).toEqual(none);
    expect(readAnswer({ action: 'accept', content: { decision: 'elsewhere' } }, false)).toEqual(none);
    expect(readAnswer({ action: 'accept', content: { decision: 'deny' } }, false)).toEqual(deny);
  });
});
