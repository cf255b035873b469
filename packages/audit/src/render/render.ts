import type { AuditOutcome } from '../report/report.ts';
import { renderJson } from './json.ts';
import { renderJunit } from './junit.ts';
import { renderMarkdown } from './markdown.ts';
import { renderSarif } from './sarif.ts';
import { renderText } from './text.ts';

/** The output formats of an audit. */
export const FORMATS = ['text', 'json', 'markdown', 'sarif', 'junit'] as const;

export type Format = (typeof FORMATS)[number];

export interface RenderOptions {
  readonly format: Format;
  readonly columns: number;
  readonly color: boolean;
  readonly clients: boolean;
  readonly verbose: boolean;
  readonly toolVersion: string;
  readonly now: Date;
  /** The file that SARIF findings refer to if there is no table. */
  readonly anchor?: string;
}

/** Prints outcomes in a format. Pure: time, width and colour are parameters. */
export function render(outcomes: readonly AuditOutcome[], options: RenderOptions): string {
  switch (options.format) {
    case 'text':
      return renderText(outcomes, options);
    case 'json':
      return renderJson(outcomes, options);
    case 'markdown':
      return renderMarkdown(outcomes, options);
    case 'sarif':
      return renderSarif(outcomes, options);
    case 'junit':
      return renderJunit(outcomes, options);
  }
}
