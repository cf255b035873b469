import type { Profile, ProfileDetail, ProfileMember } from '@toolmark/api-contract';
import { padTo, safeText, widest, wrapText } from '@toolmark/audit';
import { CLASS_MARKS } from '../calls/marks.ts';
import type { Screen } from '../gateway-client-command.ts';
import { plural, toCount } from '../text/amounts.ts';
import { type Fact, heading, renderFacts } from '../text/facts.ts';
import { type Column, renderTable } from '../text/table.ts';

/** About one screen; --json prints all. */
const MAX_TOOLS = 200;

export function renderProfiles(profiles: readonly Profile[], screen: Screen): readonly string[] {
  const { paint, columns: width } = screen;
  if (profiles.length === 0) {
    return ['  There are no profiles.', `  ${paint('dim', 'Create one: toolmark profiles set reading --class read')}`];
  }
  const columns: readonly Column<Profile>[] = [
    { head: 'NAME', cell: ({ name }) => safeText(name), give: 'shrink', least: 10 },
    { head: 'SERVERS', cell: ({ counts }) => toCount(counts.servers), align: 'right' },
    { head: 'TOOLS', cell: ({ counts }) => toCount(counts.tools), align: 'right' },
    { head: 'READ', cell: ({ counts }) => toCount(counts.read), align: 'right', worth: 2 },
    { head: 'ADDITIVE', cell: ({ counts }) => toCount(counts.additive), align: 'right', worth: 2 },
    { head: 'DESTRUCTIVE', cell: ({ counts }) => toCount(counts.destructive), align: 'right', worth: 3 },
    { head: 'ADDRESS', cell: ({ addresses }) => safeText(addresses.direct), worth: 4 },
  ];
  return renderTable(profiles, columns, screen, ({ description, problems }) => [
    ...(description === null ? [] : wrapText(safeText(description), width - 4).map((line) => paint('dim', line))),
    ...problems
      .flatMap((problem) => wrapText(safeText(problem), width - 6))
      .map((line) => paint('yellow', `! ${line}`)),
  ]);
}

export function renderProfile(profile: ProfileDetail, screen: Screen): readonly string[] {
  const { paint } = screen;
  const { name, description, servers, tools, exclude, classes, addresses, counts, tokens, problems } = profile;
  const facts: readonly Fact[] = [
    ...(description === null ? [] : [['', safeText(description)] as const]),
    ['address', safeText(addresses.direct)],
    ['search', safeText(addresses.search)],
    ['servers', `${safeText(servers.join(', '))} (${toCount(counts.servers)} now)`],
    ['tools', safeText(tools.join(', '))],
    ...(exclude.length === 0 ? [] : [['without', safeText(exclude.join(', '))] as const]),
    ['classes', classes.join(', ')],
    ['tokens', tokens.length === 0 ? 'none only for it' : safeText(tokens.join(', '))],
  ];
  return [
    paint('bold', safeText(name)),
    ...renderFacts(facts, screen),
    ...problems.map((problem) => `  ${paint('yellow', `! ${safeText(problem)}`)}`),
    ...renderMembers(profile.members, screen),
  ];
}

function renderMembers(members: readonly ProfileMember[], screen: Screen): readonly string[] {
  const shown = members.slice(0, MAX_TOOLS);
  const width = widest(shown.map((member) => member.class));
  const left = members.length - shown.length;
  return [
    ...heading(plural(members.length, 'tool'), screen),
    ...shown.map(({ server, tool, class: of }) => {
      const mark = screen.paint(CLASS_MARKS[of].style, padTo(of, width));
      return `  ${mark}  ${safeText(`${server}/${tool}`)}`;
    }),
    ...(left === 0 ? [] : [`  ${screen.paint('dim', `and ${toCount(left)} more, with --json`)}`]),
  ];
}
