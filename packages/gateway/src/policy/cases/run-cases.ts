import { HINT_NAMES, resolve, type ToolDefinition } from '@toolmark/annotations';
import type { CallDecision } from '@toolmark/api-contract';
import { type GatewayConfig, SERVER_DEFAULTS } from '@toolmark/config';
import { createHintSettings } from '../../catalog/hints/create-hint-settings.ts';
import type { HintSettings } from '../../catalog/hints/hint-settings.ts';
import { fromConfig } from '../../catalog/hints/override-state.ts';
import type { Policy } from '../../model/policy.ts';
import { GOOD_STANDING, type PolicyTool } from '../../model/policy-call.ts';
import { createPolicy } from '../create-policy.ts';
import type { CaseOutcome, Expectation, PolicyCase, PolicyCases } from './cases.ts';

/** The parts of a config that influence decisions. */
export type CaseConfig = Pick<GatewayConfig, 'policy' | 'overrides' | 'servers'>;

/**
 * The decisions of a policy about hypothetical calls, without a gateway. Overrides and trust count; every tool counts as not held, and
 * its claims as accepted.
 */
export function runCases({ tools, cases }: PolicyCases, config: CaseConfig): readonly CaseOutcome[] {
  const policy = createPolicy(config.policy);
  const settings = settingsOf(config);
  return cases.map((given) => {
    const offered = tools.get(given.server);
    const definition = offered?.find(({ name }) => name === given.tool);
    if (definition === undefined) return toMissing(given, offered);
    return toOutcome(given, decide(policy, toTool(given.server, definition, settings), given));
  });
}

function settingsOf({ overrides, servers }: CaseConfig): HintSettings {
  const trusts = new Map(servers.map(({ name, trust }) => [name, trust]));
  return createHintSettings({
    overrides: overrides.map(fromConfig),
    trustOf: (server) => trusts.get(server) ?? SERVER_DEFAULTS.trust,
    reviewedOf: () => HINT_NAMES,
  });
}

function toTool(server: string, definition: ToolDefinition, settings: HintSettings): PolicyTool {
  const { trust, reviewed, override, overrideReason } = settings.of(server, definition.name);
  const resolution = resolve(definition, {
    trust,
    reviewed,
    override,
    ...(overrideReason !== undefined && { overrideReason }),
  });
  return { server, name: definition.name, resolution, standing: GOOD_STANDING };
}

const decide = (
  policy: Policy,
  tool: PolicyTool,
  { client, token, mode, session, ...given }: PolicyCase,
): CallDecision =>
  policy.decide({ tool, arguments: given.arguments, caller: { principal: token, client, mode }, session });

function toMissing(
  { name, server, tool, expect }: PolicyCase,
  offered: readonly ToolDefinition[] | undefined,
): CaseOutcome {
  const message =
    offered === undefined
      ? `There is no server '${server}' under tools of this file.`
      : `There is no tool '${tool}' of '${server}' under tools of this file; it has ${listed(offered)}.`;
  return { name, passed: false, expected: expect, actual: undefined, message };
}

function listed(offered: readonly ToolDefinition[]): string {
  const names = offered.slice(0, MAX_NAMES).map(({ name }) => name);
  const left = offered.length - names.length;
  return names.length === 0 ? 'none' : `${names.join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}

const MAX_NAMES = 10;

function toOutcome({ name, expect }: PolicyCase, actual: CallDecision): CaseOutcome {
  const passed = expect.decision === actual.kind && (expect.rule === undefined || expect.rule === actual.rule);
  const got = `${actual.kind} by ${actual.rule}`;
  const message = passed ? `It is ${got}.` : `Expected ${expectation(expect)}, but it is ${got}: ${actual.reason}`;
  return { name, passed, expected: expect, actual, message };
}

const expectation = ({ decision, rule }: Expectation): string =>
  rule === undefined ? decision : `${decision} by ${rule}`;
