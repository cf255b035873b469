import { checkDefinition } from '../checks/check-definition.ts';
import type { DefinitionFinding } from '../checks/finding.ts';
import { type DeclaredAnnotations, descriptionOf, readAnnotations, type ToolDefinition } from '../definition.ts';
import { type DescriptionContent, readDescription } from '../description/read.ts';
import { type Inference, infer } from '../infer/infer.ts';
import { type Resolution, weigh } from '../resolve/resolve.ts';
import type { Profile, ProfileName } from './profiles.ts';

/** How much a finding matters, gravest first. The terms are SARIF's. */
export const SEVERITIES = ['error', 'warning', 'note'] as const;

export type Severity = (typeof SEVERITIES)[number];

/** One problem that a rule found in one tool. */
export interface Finding {
  readonly code: string;
  readonly rule: string;
  readonly severity: Severity;
  readonly tool: string;
  /** A sentence that names the tool: `Tool 'x': …`. */
  readonly message: string;
  /** How to fix it. */
  readonly fix: string;
}

/** A rule. Its code never changes meaning, so configs and commit messages can refer to it. */
export interface LintRule {
  readonly code: string;
  readonly slug: string;
  /** A headline for the findings of the rule. */
  readonly summary: string;
  readonly why: string;
  readonly fix: string;
  readonly severity: Readonly<Record<ProfileName, Severity | 'off'>>;
  /** The problems of the subject, each as the predicate of a sentence that begins with `Tool 'x':`. */
  readonly check: (subject: Subject, context: LintContext) => readonly string[];
}

/** A tool with everything the rules need, computed once. */
export interface Subject {
  readonly tool: ToolDefinition;
  readonly declared: DeclaredAnnotations;
  readonly resolution: Resolution;
  readonly inference: Inference;
  readonly description: string;
  readonly content: DescriptionContent;
  /** Hidden text, instructions and secrets in the definition. */
  readonly findings: readonly DefinitionFinding[];
}

export interface LintContext {
  readonly profile: Profile;
  /** The number of tools on the server with this title or name. */
  readonly countOfTitle: (title: string) => number;
  readonly countOfName: (name: string) => number;
}

export function toSubject(tool: ToolDefinition): Subject {
  const description = descriptionOf(tool);
  const inference = infer(tool);
  return {
    tool,
    declared: readAnnotations(tool),
    resolution: weigh(tool, inference),
    inference,
    description,
    content: readDescription(description),
    findings: checkDefinition(tool),
  };
}

/** The same severity in every profile. */
export function sameInAllProfiles(severity: Severity): Readonly<Record<ProfileName, Severity>> {
  return { spec: severity, anthropic: severity, openai: severity };
}

/** One problem if the condition holds, else none. */
export function problemIf(condition: boolean, detail: string): readonly string[] {
  return condition ? [detail] : [];
}
