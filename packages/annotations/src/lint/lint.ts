import { type ToolDefinition, titleOf } from '../definition.ts';
import { type ProfileName, profileOf } from './profiles.ts';
import { type Finding, type LintContext, type LintRule, SEVERITIES, type Severity, toSubject } from './rule.ts';
import { combinationRules } from './rules/combinations.ts';
import { contradictionRules } from './rules/contradictions.ts';
import { descriptionRules } from './rules/descriptions.ts';
import { presenceRules } from './rules/presence.ts';
import { schemaRules } from './rules/schemas.ts';
import { titleRules } from './rules/titles.ts';

/** Every rule, in the order of its code. */
export const LINT_RULES: readonly LintRule[] = Object.freeze([
  ...presenceRules,
  ...titleRules,
  ...combinationRules,
  ...contradictionRules,
  ...descriptionRules,
  ...schemaRules,
]);

/** A finding that a person decided to live with. */
export interface IgnoredFinding {
  readonly code: string;
  /** The tool it is ignored for, `*` matching anything; every tool where it is left out. */
  readonly tool?: string;
  /** Why. There is no ignoring without one. */
  readonly reason: string;
}

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
  const isIgnored = matcher(options.ignore ?? []);
  const findings: Finding[] = [];
  for (const tool of tools) {
    const subject = toSubject(tool);
    for (const rule of rules) {
      const severity = rule.severity[profile.name];
      if (severity === 'off' || isIgnored(rule.code, tool.name)) continue;
      for (const detail of rule.check(subject, context)) {
        const message = `Tool '${tool.name}': ${detail}`;
        findings.push({ code: rule.code, rule: rule.slug, severity, tool: tool.name, message, fix: rule.fix });
      }
    }
  }
  return findings;
}

/** Whether a severity is at least as grave as another. */
export function isAtLeast(severity: Severity, threshold: Severity): boolean {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(threshold);
}

function matcher(ignored: readonly IgnoredFinding[]): (code: string, tool: string) => boolean {
  const patterns = ignored.map(({ code, tool = '*' }) => ({ code, tool: globToRegExp(tool) }));
  return (code, tool) => patterns.some((pattern) => pattern.code === code && pattern.tool.test(tool));
}

function globToRegExp(glob: string): RegExp {
  return new RegExp(
    `^${glob
      .split('*')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
    's',
  );
}

function count(values: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
