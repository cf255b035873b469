import type { CallResults } from '../measure/calls.ts';
import type { Results } from '../results.ts';
import { median } from '../statistics.ts';
import { bestPeer, floorOf, ratio } from './compare.ts';

/** One goal, and the result of one variant of Toolmark. */
export interface Verdict {
  readonly about: 'calls' | 'lists' | 'starts';
  readonly aim: string;
  readonly who: string;
  readonly value: number;
  readonly unit: '×' | 'ms';
  readonly met: boolean;
}

const LIST_AIM_TOOLS = 10_000;
const LIST_AIM_MS = 20;
const READY_AIM_MS = 1_000;

/** The goals with the measured values. Empty if Toolmark could not be measured. */
export function judge({ calls, starts, lists }: Results): readonly Verdict[] {
  return [
    ...judgeCalls('stdio upstream', calls.stdio),
    ...judgeCalls('HTTP upstream', calls.http),
    ...lists
      .flatMap(({ rows }) => rows)
      .filter(({ role, speaks, tools }) => role === 'toolmark' && speaks === 'http' && tools === LIST_AIM_TOOLS)
      .map(({ target, era, listings }): Verdict => {
        const value = median(listings.map(({ ms }) => ms));
        const aim = '10,000 tools listed < 20 ms';
        return { about: 'lists', aim, who: `${target}, ${era}`, value, unit: 'ms', met: value < LIST_AIM_MS };
      }),
    ...starts.rows
      .filter(({ role, besideSilent }) => role === 'toolmark' && besideSilent)
      .map(({ target, firstCall }): Verdict => {
        const value = median(firstCall);
        const aim = 'first call beside a silent server < 1 s';
        return { about: 'starts', aim, who: target, value, unit: 'ms', met: value < READY_AIM_MS };
      }),
  ];
}

function judgeCalls(where: string, results: CallResults): readonly Verdict[] {
  return results.rows
    .filter(({ role }) => role === 'toolmark')
    .flatMap((row) => {
      const who = `${row.target}, ${row.era}, ${where}`;
      const floor = floorOf(results, row);
      const peer = bestPeer(results, row);
      const verdict = (aim: string, value: number, met: boolean): Verdict => ({
        about: 'calls',
        aim,
        who,
        value,
        unit: '×',
        met,
      });
      const verdicts: Verdict[] = [];
      if (floor !== undefined) {
        const rate = ratio(row, floor, 'perSecond');
        const latency = ratio(row, floor, 'p50');
        const cpu = ratio(row, floor, 'cpu');
        verdicts.push(verdict('calls/floor ≥ 0.7', rate, rate >= 0.7));
        verdicts.push(verdict('p50/floor ≤ 1.2', latency, latency <= 1.2));
        // Without CPU statistics there is no verdict.
        if (!Number.isNaN(cpu)) verdicts.push(verdict('CPU/floor ≤ 2', cpu, cpu <= 2));
      }
      if (peer !== undefined) {
        const rate = ratio(row, peer, 'perSecond');
        verdicts.push(verdict('calls/best peer ≥ 2.5', rate, rate >= 2.5));
      }
      return verdicts;
    });
}
