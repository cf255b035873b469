/**
 * Common words without meaning for a tool. Words for actions and amounts (`get`, `all`, `new`) are not included.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above after again also although am an and any are as at be because been before being below between both but by can
   cannot could d did do does doing don down during each either else etc few for from further had has have having he her here
   hers him his how however i if in into is isn it its itself just let like ll m may me might mine more most must my myself need
   no nor not now of off on once only or other our ours out over own per please re s same shall she should so some such t than
   that the their theirs them then there therefore these they this those through thus to too under until up upon us use used
   using ve very via want was we were what when where whether which while who whom whose why will with within without would yes
   you your yours`
    .trim()
    .split(/\s+/),
);
