import { type ToolDefinition, titleOf } from '../definition.ts';
import { type IgnoredFinding, ignoreMatcher } from './ignore.ts';
import { type ProfileName, profileOf } from './profiles.ts';
import { type Finding, type LintContext, type LintRule, SEVERITIES, type Severity, toSubject } from './rule.ts';
import { combinationRules } from './rules/combinations.ts';
import { contradictionRules } from './rules/contradictions.ts';
import { definitionRules } from './rules/definitions.ts';
import { descriptionRules } from './rules/descriptions.ts';
import { presenceRules } from './rules/presence.ts';
import { schemaRules } from './rules/schemas.ts';
import { titleRules } from './rules/titles.ts';

/** Every rule, in the order of the codes. */
export const LINT_RULES: readonly LintRule[] = Object.freeze([
  ...presenceRules,
  ...titleRules,
  ...combinationRules,
  ...contradictionRules,
  ...descriptionRules,
  ...schemaRules,
  ...definitionRules,
]);

export interface LintOptions {
  readonly profile?: ProfileName;
  readonly ignore?: readonly IgnoredFinding[];
}

/**
 * Checks the definitions of one server against every rule.
 *
 * @example
 * lint([{ name: 'delete_note', annotations: { readOnlyHint: true } }]).map((finding) => finding.code)
 */
export function lint(tools: readonly ToolDefinition[], options: LintOptions = {}): readonly Finding[] {
  const profile = profileOf(options.profile ?? 'spec');
  const titles = count(tools.map((tool) => titleOf(tool).value));
  const names = count(tools.map((tool) => tool.name));
  const context: LintContext = {
    profile,
    countOfTitle: (title) => titles.get(title) ?? 0,
    countOfName: (name) => names.get(name) ?? 0,
  };
  const rules = LINT_RULES.filter((rule) => rule.severity[profile.name] !== 'off');
  const ignoredBy = ignoreMatcher(options.ignore ?? []);
  const findings: Finding[] = [];
  for (const tool of tools) {
    const subject = toSubject(tool);
    for (const rule of rules) {
      const severity = rule.severity[profile.name];
      if (severity === 'off' || ignoredBy({ code: rule.code, tool: tool.name })) continue;
      for (const detail of rule.check(subject, context)) {
        const message = `Tool '${tool.name}': ${detail}`;
        findings.push({ code: rule.code, rule: rule.slug, severity, tool: tool.name, message, fix: rule.fix });
      }
    }
  }
  return findings;
}

/** Whether a severity is at or above a threshold. */
export function isAtLeast(severity: Severity, threshold: Severity): boolean {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(threshold);
}

function count(values: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
