import type { ApprovalRoute, AskTerms } from '@toolmark/api-contract';
import { approvalRoutes } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { approvingRoutes, isClientAsked, objectionTo, waysOf } from './terms.ts';

const ANY: AskTerms = { routes: approvalRoutes, presence: 'none' };
const PAGE: AskTerms = { routes: ['page'], presence: 'none' };
const PASSKEY: AskTerms = { routes: approvalRoutes, presence: 'passkey' };

describe('the terms of a question', () => {
  it.each<[AskTerms, readonly ApprovalRoute[], string]>([
    [ANY, approvalRoutes, 'in the client, on the page, on the command line or through the API'],
    [PAGE, ['page'], 'on the page'],
    [PASSKEY, ['page'], 'on the page, with a passkey'],
    [{ routes: ['page', 'cli'], presence: 'passkey' }, ['page'], 'on the page, with a passkey'],
  ])('P30: %j say where it can be approved', (terms, routes, words) => {
    expect([approvingRoutes(terms), waysOf(terms)]).toEqual([routes, words]);
  });

  it.each<[AskTerms, boolean | undefined, boolean]>([
    [ANY, undefined, true],
    [ANY, true, true],
    [ANY, false, false],
    [PAGE, undefined, false],
    [PASSKEY, undefined, false],
    [{ routes: ['client'], presence: 'none' }, false, false],
  ])('P29: %j ask a client whose token says %s: %s', (terms, mayAnswer, isAsked) => {
    expect(isClientAsked(terms, { mayAnswer })).toBe(isAsked);
  });

  const OFF = (where: string, ways: string) =>
    `Answers ${where} are switched off for this call (policy.ask.routes). Answer it ${ways}.`;
  const NEEDED = expect.stringMatching(
    /^Approving this call takes a passkey .* on the page .* Denying it takes none\.$/,
  );
  it.each<[AskTerms, 'approve' | 'deny', ApprovalRoute, 'none' | 'passkey', unknown]>([
    [ANY, 'approve', 'client', 'none', undefined],
    [ANY, 'approve', 'api', 'none', undefined],
    [PAGE, 'approve', 'page', 'none', undefined],
    [PAGE, 'approve', 'cli', 'none', OFF('on the command line', 'on the page')],
    [PAGE, 'deny', 'api', 'none', OFF('through the API', 'on the page')],
    [PAGE, 'approve', 'client', 'passkey', OFF('in the client', 'on the page')],
    [PASSKEY, 'approve', 'page', 'passkey', undefined],
    [PASSKEY, 'approve', 'page', 'none', NEEDED],
    // A passkey is used on the page: one from anywhere else was forged.
    [PASSKEY, 'approve', 'cli', 'passkey', NEEDED],
    [PASSKEY, 'approve', 'cli', 'none', NEEDED],
    [PASSKEY, 'approve', 'client', 'none', NEEDED],
    [PASSKEY, 'deny', 'cli', 'none', undefined],
    [PASSKEY, 'deny', 'client', 'none', undefined],
  ])('P29, P30: %j: %s by %s with %s', (terms, decision, route, presence, objection) => {
    expect(objectionTo({ decision, route, presence }, terms)).toEqual(objection);
  });
});
