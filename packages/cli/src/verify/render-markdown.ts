import { isAccusation } from '@toolmark/verify';
import { CLAIMS, type ShownVerification, summarize } from './render-text.ts';
import { describeRung } from './verify-doctor.ts';

/** A table of verdicts, and the calls that refute declared hints. */
export function renderMarkdown({ name, verification, isQuick, now }: ShownVerification): string {
  const { tools } = verification;
  const refuted = tools.flatMap((tool) => tool.verdicts.filter(isAccusation).map((verdict) => ({ tool, verdict })));
  const lines = [
    `# ${cell(name)}: tools compared with their hints`,
    '',
    `${describeRung(verification)}. ${summarize(verification)} ${now.toISOString().slice(0, 10)}.`,
    ...(isQuick ? ['', '**Quick: nothing was confirmed, so nothing here is proven.**'] : []),
    '',
    `| tool | ${Object.values(CLAIMS).join(' | ')} |`,
    `| --- | ${Object.values(CLAIMS)
      .map(() => '---')
      .join(' | ')} |`,
    ...tools.map((tool) => `| \`${cell(tool.name)}\` | ${tool.verdicts.map(({ verdict }) => verdict).join(' | ')} |`),
    ...(refuted.length === 0 ? [] : ['', '## Refuted', '']),
    ...refuted.flatMap(({ tool, verdict }) => [
      `- \`${cell(tool.name)}\` declares ${verdict.hint}=${verdict.declared}: ${cell(verdict.because)}`,
      ...(verdict.counterexample?.steps ?? []).map(
        (step) => `  - \`${cell(step.call)}\` \`${cell(JSON.stringify(step.arguments))}\``,
      ),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

function cell(text: string): string {
  return text.replaceAll(/[`|<>\r\n]/g, ' ');
}
