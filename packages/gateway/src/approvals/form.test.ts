import { ElicitRequestFormParamsSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';
import { type FormAnswer, readAnswer, toForm } from './form.ts';

describe('the form', () => {
  it.each(['2025-06-18', '2025-11-25', '2026-07-28'])('is one that the SDK takes, in %s', (version) => {
    const form = toForm('Sure?', { protocolVersion: version, principal: 'local' }, true);
    expect(ElicitRequestFormParamsSchema.parse(form)).toEqual(form);
  });

  it('has a mode, titles and a default as the newer revisions know them', () => {
    expect(toForm('Sure?', { protocolVersion: '2026-07-28', principal: 'local' }, true)).toEqual({
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
          remember: {
            type: 'string',
            title: 'An approval holds for',
            oneOf: [
              { const: 'once', title: 'This call only' },
              { const: 'session', title: 'This tool, until the session ends' },
              { const: 'always', title: 'This tool, until it is revoked' },
            ],
            default: 'once',
          },
        },
        required: ['decision'],
      },
    });
  });

  it('has nothing that 2025-06-18 does not know', () => {
    expect(toForm('Sure?', { protocolVersion: '2025-06-18', principal: 'local' }, true)).toEqual({
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
          remember: {
            type: 'string',
            title: 'An approval holds for',
            enum: ['once', 'session', 'always'],
            enumNames: ['This call only', 'This tool, until the session ends', 'This tool, until it is revoked'],
          },
        },
        required: ['decision'],
      },
    });
  });
});

describe('a form that cannot show everything that is sent', () => {
  it.each(['2025-06-18', '2025-11-25', '2026-07-28'])('offers no way to approve it, in %s', (version) => {
    const form = toForm('Sure?', { protocolVersion: version, principal: 'local' }, false);
    expect(ElicitRequestFormParamsSchema.parse(form)).toEqual(form);
    expect(JSON.stringify(form)).not.toMatch(/approve|remember/i);
    expect(JSON.stringify(form)).toMatch(/Deny.*|Decide on the page or the command line/);
  });
});

describe('consent', () => {
  const approve = (remember: 'once' | 'session' | 'always'): FormAnswer => ({ kind: 'approve', remember });
  const [deny, none]: FormAnswer[] = [{ kind: 'deny' }, { kind: 'none' }];
  it.each<[unknown, FormAnswer | undefined]>([
    [{ action: 'accept', content: { decision: 'approve' } }, approve('once')],
    [{ action: 'accept', content: { decision: 'approve', remember: 'session' } }, approve('session')],
    [{ action: 'accept', content: { decision: 'approve', remember: 'always' } }, approve('always')],
    [{ action: 'accept', content: { decision: 'approve', remember: 'for ever' } }, approve('once')],
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
