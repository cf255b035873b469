import { checkDefinition } from '../checks/check-definition.ts';
import type { DefinitionFinding } from '../checks/finding.ts';
import { type DeclaredAnnotations, descriptionOf, readAnnotations, type ToolDefinition } from '../definition.ts';
import { type DescriptionContent, readDescription } from '../description/read.ts';
import { type Inference, infer } from '../infer/infer.ts';
import { type Resolution, weigh } from '../resolve/resolve.ts';
import type { Profile, ProfileName } from './profiles.ts';

/** How much a finding matters, the most first. The words are SARIF's. */
export const SEVERITIES = ['error', 'warning', 'note'] as const;

export type Severity = (typeof SEVERITIES)[number];

/** One thing a rule found out about one tool. */
export interface Finding {
  readonly code: string;
  readonly rule: string;
  readonly severity: Severity;
  readonly tool: string;
  /** A sentence that names the tool: `Tool 'x': …`. */
  readonly message: string;
  /** What to do about it. */
  readonly fix: string;
}

/** A rule with a code that never changes meaning, so that it can stand in a config or a commit message. */
export interface LintRule {
  readonly code: string;
  readonly slug: string;
  /** What it finds, as a headline. */
  readonly summary: string;
  readonly why: string;
  readonly fix: string;
  readonly severity: Readonly<Record<ProfileName, Severity | 'off'>>;
  /** What is wrong with the subject, each as the rest of a sentence that begins with `Tool 'x':`. */
  readonly check: (subject: Subject, context: LintContext) => readonly string[];
}

/** A tool with everything the rules ask about it, worked out once. */
export interface Subject {
  readonly tool: ToolDefinition;
  readonly declared: DeclaredAnnotations;
  readonly resolution: Resolution;
  readonly inference: Inference;
  readonly description: string;
  readonly content: DescriptionContent;
  /** What should not be in it. */
  readonly findings: readonly DefinitionFinding[];
}

export interface LintContext {
  readonly profile: Profile;
  /** How many tools of the server go by this title or name. */
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
export function everywhere(severity: Severity): Readonly<Record<ProfileName, Severity>> {
  return { spec: severity, anthropic: severity, openai: severity };
}

/** What a rule returns when it found one thing, or nothing. */
export function when(condition: boolean, detail: string): readonly string[] {
  return condition ? [detail] : [];
}
