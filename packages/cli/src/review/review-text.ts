import { type HintName, PERMISSIVE_HINTS } from '@toolmark/annotations';
import type { Review, ReviewList, ReviewTool, ToolClassName } from '@toolmark/api-contract';
import { cutTo, safeText, wrapText } from '@toolmark/audit';
import type { Screen } from '../gateway-client-command.ts';
import { plural, toLocalAndAgo } from '../text/amounts.ts';
import { shellWord } from '../text/shell-word.ts';
import { renderTable } from '../text/table.ts';

const CLASS_WORDS: Readonly<Record<ToolClassName, string>> = {
  read: 'Read-only',
  additive: 'Adds, destroys nothing',
  destructive: 'Destructive',
};

/** The claims of one server, unreviewed ones first. */
export function renderReview(review: Review, screen: Screen): readonly string[] {
  const { paint } = screen;
  const { server, trust, waiting, suspicious_tools: suspicious, groups, accepted_tools: accepted } = review;
  const name = paint('bold', safeText(server));
  if (trust !== 'review') return [`${name}  needs no review: its trust is ${trust}.`];
  const head = waiting === 0 ? paint('green', 'nothing to review') : `${plural(waiting, 'tool')} to review`;
  return [
    `${name}  ${head}`,
    ...(suspicious.length === 0
      ? []
      : [
          '',
          `  ${paint('yellow', 'Review these one by one')}`,
          ...suspicious.flatMap((tool) => renderSuspicious(tool, screen)),
        ]),
    ...groups.flatMap(({ class: of, claims, tools }) => [
      '',
      `  ${CLASS_WORDS[of]}: ${claimsText(claims)}`,
      ...tools.map((tool) => toolLine(tool, screen)),
    ]),
    ...(accepted.length === 0
      ? []
      : ['', `  ${paint('dim', 'Accepted')}`, ...accepted.map((tool) => acceptedLine(tool, screen))]),
  ];
}

export function renderSuspicious(tool: ReviewTool, screen: Screen): readonly string[] {
  const reasons = tool.reasons.flatMap((reason) => wrapText(safeText(reason), screen.columns - 6));
  return [
    `${toolLine(tool, screen)}  ${screen.paint('dim', `claims ${claimsText(tool.claims)}`)}`,
    ...reasons.map((line) => `      ${screen.paint('yellow', line)}`),
  ];
}

/** Servers with unreviewed tools, as a table. */
export function renderReviews({ reviews }: ReviewList, screen: Screen): readonly string[] {
  if (reviews.length === 0) return ['No server needs a review.'];
  return [
    ...renderTable(
      reviews,
      [
        { head: 'SERVER', cell: ({ server }) => safeText(server), give: 'shrink' },
        {
          head: 'TO REVIEW',
          cell: ({ waiting }) => String(waiting),
          align: 'right',
          style: ({ waiting }) => (waiting > 0 ? 'yellow' : undefined),
        },
        { head: 'SUSPICIOUS', cell: ({ suspicious }) => String(suspicious), align: 'right' },
        { head: 'ACCEPTED', cell: ({ accepted }) => String(accepted), align: 'right' },
      ],
      screen,
    ),
    ...reviews
      .filter(({ waiting }) => waiting > 0)
      .slice(0, 1)
      .flatMap(({ server }) => ['', `Review one: toolmark review ${shellWord(safeText(server))}`]),
  ];
}

/** `readOnlyHint=true, openWorldHint=false` */
const claimsText = (claims: readonly HintName[]): string =>
  claims.map((hint) => `${hint}=${PERMISSIVE_HINTS[hint]}`).join(', ');

function toolLine({ tool, title }: ReviewTool, { columns }: Screen): string {
  const text = title === tool ? tool : `${tool}  ${title}`;
  return `    ${cutTo(safeText(text), columns - 4)}`;
}

function acceptedLine({ tool, reviewed }: ReviewTool, { paint, now }: Screen): string {
  if (reviewed === null) return `    ${safeText(tool)}`;
  const who = reviewed.author === null ? '' : ` by ${safeText(reviewed.author)}`;
  return `    ${safeText(tool)}  ${paint('dim', `${toLocalAndAgo(reviewed.at, now)}${who}`)}`;
}
