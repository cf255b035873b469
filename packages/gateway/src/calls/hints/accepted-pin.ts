import {
  err,
  HINT_NAMES,
  ok,
  PERMISSIVE_HINTS,
  type Pin,
  type PinAcceptance,
  type PinReview,
  type Result,
} from '@toolmark/annotations';
import { type ChangeAuthor, type ChangeProblem, conflict } from './change-problem.ts';
import { concernsOf, type Evidence } from './concerns.ts';

/**
 * The pin of a tool that a person accepts. It covers all current concerns, the claims of the server, and earlier acceptances of this
 * definition. A conflict if there are no concerns: an empty acceptance would let later concerns pass unseen.
 */
export function toAcceptedPin(evidence: Evidence, by: ChangeAuthor, at: string): Result<Pin, ChangeProblem> {
  const { tool, print, against } = evidence;
  const { isNew: _seenNow, ...pin } = evidence.pin;
  const { hints, prose, meaning } = against.change;
  const concerns = concernsOf(evidence);
  const changes = [
    ...(hints === 'relaxed' || meaning === 'relaxed' ? ['relaxed'] : []),
    ...(prose === 'changed' ? ['changed'] : []),
  ];
  const isChanged = hints !== 'same' || prose !== 'same';
  const isUnreviewed = tool.resolution.unreviewed.length > 0;
  const hasConcerns = isChanged || concerns.some(({ isCovered }) => !isCovered);
  if (!hasConcerns && !isUnreviewed) {
    const name = `${tool.server}/${tool.definition.name}`;
    return err(
      conflict(
        `There is nothing to accept about ${name}: it has not changed since it was pinned, and no check found anything.`,
      ),
    );
  }
  const reviewed = isUnreviewed ? toReview(evidence, by, at) : pin.reviewed;
  const review = reviewed === undefined ? {} : { reviewed };
  if (!hasConcerns) return ok({ ...pin, ...review });
  const before = against.accepted?.covers ?? [];
  const covers = [...new Set([...before, ...changes, ...concerns.map(({ code }) => code)])];
  const { author, reason } = by;
  const accepted: PinAcceptance = { at, author, reason, covers };
  return ok({ ...print, pinnedAt: at, accepted, ...review });
}

/** The pin without the accepted claims, and without the acceptance that was given together with them. */
export function toWithdrawnPin({ reviewed, accepted, ...pin }: Pin): Pin {
  return accepted === undefined || accepted.at === reviewed?.at ? pin : { ...pin, accepted };
}

/** All relaxing claims of the definition, including those accepted before. */
function toReview({ tool }: Evidence, { author }: ChangeAuthor, at: string): PinReview {
  const { hints } = tool.resolution;
  return { at, author, claims: HINT_NAMES.filter((hint) => hints[hint].declared === PERMISSIVE_HINTS[hint]) };
}
