import { err, ok, type Pin, type Result } from '@toolmark/annotations';
import { type ChangeAuthor, type ChangeProblem, conflict } from './change-problem.ts';
import { concernsOf, type Evidence } from './concerns.ts';

/**
 * The pin of a tool as a person accepts it: with everything that there is to look at now, and with what was accepted about this
 * very definition before. Nothing, where there is nothing to look at: what comes later would pass under it unseen.
 */
export function toAcceptedPin(evidence: Evidence, by: ChangeAuthor, at: string): Result<Pin, ChangeProblem> {
  const { tool, print, against } = evidence;
  const { hints, prose, meaning } = against.change;
  const concerns = concernsOf(evidence);
  const changes = [
    ...(hints === 'relaxed' || meaning === 'relaxed' ? ['relaxed'] : []),
    ...(prose === 'changed' ? ['changed'] : []),
  ];
  const isChanged = hints !== 'same' || prose !== 'same';
  if (!isChanged && concerns.every(({ isCovered }) => isCovered)) {
    const name = `${tool.server}/${tool.definition.name}`;
    return err(
      conflict(`There is nothing to accept about ${name}: it is what it was pinned as, and nothing is found.`),
    );
  }
  const before = against.accepted?.covers ?? [];
  const covers = [...new Set([...before, ...changes, ...concerns.map(({ code }) => code)])];
  const { author, reason } = by;
  return ok({ ...print, pinnedAt: at, accepted: { at, author, reason, covers } });
}
