import { describe } from 'vitest';
import type { OpenEngine } from './open-engine.ts';
import { applyContract } from './write-contract-apply.ts';
import { approvalsContract } from './write-contract-approvals.ts';
import { digestContract } from './write-contract-digest.ts';
import { exactnessContract } from './write-contract-exactness.ts';
import { instancesContract } from './write-contract-instances.ts';
import { replayContract } from './write-contract-replay.ts';
import { retentionContract } from './write-contract-retention.ts';
import { roundsContract } from './write-contract-rounds.ts';
import { sessionsContract } from './write-contract-sessions.ts';

/** The writing contract of every engine. */
export function writeContract(open: OpenEngine): void {
  describe('apply', () => applyContract(open));
  describe('apply again', () => replayContract(open));
  describe('later rounds', () => roundsContract(open));
  describe('approvals', () => approvalsContract(open));
  describe('sessions', () => sessionsContract(open));
  describe('digest', () => digestContract(open));
  describe('instances', () => instancesContract(open));
  describe('retain', () => retentionContract(open));
  describe('sums', () => exactnessContract(open));
}
