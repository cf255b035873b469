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

/** The result of auditing one server. */
export interface AuditReport {
  /** The readable name of the audited target; never contains secrets. */
  readonly target: string;
  /** The server's name in the config, if any. */
  readonly alias: string | undefined;
  readonly server: Inspection['server'];
  readonly protocolVersion: string;
  readonly transport: Inspection['transport'];
  readonly profile: ProfileName;
  /** The table that the tools were compared with, if any. */
  readonly table: string | undefined;
  /** The lock that they were compared with, if any. */
  readonly lock: string | undefined;
  readonly tools: readonly AuditedTool[];
  /** Gravest first. */
  readonly findings: readonly AuditFinding[];
  /** Ignored findings with their reasons. They are not counted elsewhere. */
  readonly ignored: readonly IgnoredAuditFinding[];
  readonly coverage: Coverage;
  readonly counts: Readonly<Record<Severity, number>>;
  /** The lowest severity that makes the audit fail. */
  readonly failOn: Severity | 'never';
  readonly passed: boolean;
  readonly durationMs: number;
}

export interface AuditedTool {
  readonly name: string;
  readonly title: string | undefined;
  readonly class: ToolClass;
  readonly hints: Readonly<Record<HintName, EffectiveHint>>;
  /** The annotations as sent by the server, unvalidated. */
  readonly annotations: unknown;
  readonly contradictions: readonly Contradiction[];
  readonly suggestions: readonly Suggestion[];
  readonly clients: readonly ClientForecast[];
}

/** A finding about a tool, or about the server itself if `tool` is absent. */
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

/** The number of declared hints out of all possible ones. */
export interface Coverage {
  readonly tools: number;
  /** Tools that declare all four hints. */
  readonly complete: number;
  readonly declared: number;
  /** Four for each tool. */
  readonly total: number;
  readonly byHint: Readonly<Record<HintName, number>>;
}

/** A finished audit, or the reason why it failed. */
export type AuditOutcome =
  | {
      readonly kind: 'report';
      readonly report: AuditReport;
      /** The current fingerprints of the tools, if they were compared with a lock. */
      readonly prints?: readonly PrintedTool[];
    }
  | { readonly kind: 'failure'; readonly target: string; readonly failure: AuditFailure };

export interface AuditFailure {
  readonly code: InspectionFailure['code'] | 'bad-table';
  readonly message: string;
  readonly stderrTail: readonly string[];
}
