import { describe } from 'vitest';
import type { OpenEngine } from './open-engine.ts';
import { readApprovalsContract } from './read-contract-approvals.ts';
import { readCallContract } from './read-contract-call.ts';
import { readCallsContract } from './read-contract-calls.ts';
import { readEventsContract } from './read-contract-events.ts';
import { readExportContract } from './read-contract-export.ts';
import { readPagesContract } from './read-contract-pages.ts';
import { readSearchContract } from './read-contract-search.ts';
import { readSessionsContract } from './read-contract-sessions.ts';
import { readStatsContract } from './read-contract-stats.ts';
import { readUsageContract } from './read-contract-usage.ts';

/** The reading contract of every engine. */
export function readContract(open: OpenEngine): void {
  describe('calls', () => readCallsContract(open));
  describe('pages', () => readPagesContract(open));
  describe('words', () => readSearchContract(open));
  describe('call', () => readCallContract(open));
  describe('approvals', () => readApprovalsContract(open));
  describe('export', () => readExportContract(open));
  describe('sessions', () => readSessionsContract(open));
  describe('stats', () => readStatsContract(open));
  describe('usage', () => readUsageContract(open));
  describe('versions, events, size', () => readEventsContract(open));
}
