import type {
  ClientForecast,
  Contradiction,
  EffectiveHint,
  HintName,
  PrintedTool,
  ProfileName,
  Severity,
  Suggestion,
  ToolClass,
} from '@toolmark/annotations';
import type { InspectionFailure } from '../connect/failure.ts';
import type { Inspection } from '../connect/inspection.ts';

/** What an audit found out about one server. */
export interface AuditReport {
  /** What was audited, as a person would call it; never with secrets. */
  readonly target: string;
  /** What the project calls the server, where a config does. */
  readonly alias: string | undefined;
  readonly server: Inspection['server'];
  readonly protocolVersion: string;
  readonly transport: Inspection['transport'];
  readonly profile: ProfileName;
  /** The table the tools were compared with, if any. */
  readonly table: string | undefined;
  /** The lock they were compared with, if any. */
  readonly lock: string | undefined;
  readonly tools: readonly AuditedTool[];
  /** Gravest first. */
  readonly findings: readonly AuditFinding[];
  /** Findings that somebody decided to live with, and why. They count nowhere else. */
  readonly ignored: readonly IgnoredAuditFinding[];
  readonly coverage: Coverage;
  readonly counts: Readonly<Record<Severity, number>>;
  /** The least severity that makes the audit fail. */
  readonly failOn: Severity | 'never';
  readonly passed: boolean;
  readonly durationMs: number;
}

export interface AuditedTool {
  readonly name: string;
  readonly title: string | undefined;
  readonly class: ToolClass;
  readonly hints: Readonly<Record<HintName, EffectiveHint>>;
  /** The annotations as the server sent them, whatever they are. */
  readonly annotations: unknown;
  readonly contradictions: readonly Contradiction[];
  readonly suggestions: readonly Suggestion[];
  readonly clients: readonly ClientForecast[];
}

/** A finding about a tool, or about the server itself where `tool` is left out. */
export interface AuditFinding {
  readonly code: string;
  readonly rule: string;
  readonly severity: Severity;
  readonly tool?: string;
  readonly message: string;
  readonly fix: string;
}

export interface IgnoredAuditFinding extends AuditFinding {
  readonly reason: string;
}

/** How much of what could be declared is declared. */
export interface Coverage {
  readonly tools: number;
  /** Tools that declare all four hints. */
  readonly complete: number;
  readonly declared: number;
  /** Four for each tool. */
  readonly total: number;
  readonly byHint: Readonly<Record<HintName, number>>;
}

/** An audit that was done, or the reason why it could not be. */
export type AuditOutcome =
  | {
      readonly kind: 'report';
      readonly report: AuditReport;
      /** The tools as they would be pinned, where they were held against a lock. */
      readonly prints?: readonly PrintedTool[];
    }
  | { readonly kind: 'failure'; readonly target: string; readonly failure: AuditFailure };

export interface AuditFailure {
  readonly code: InspectionFailure['code'] | 'bad-table';
  readonly message: string;
  readonly stderrTail: readonly string[];
}
