import type { Profile, ProfileRequest, ToolClassName } from '@toolmark/api-contract';
import { CLASSES } from '../hints/words.ts';
import { toWords } from './words-of.ts';

/** A profile as somebody fills it in; several by lines or commas. */
export interface ProfileDraft {
  name: string;
  description: string;
  servers: string;
  tools: string;
  exclude: string;
  classes: ToolClassName[];
}

export function toProfileDraft(profile?: Profile): ProfileDraft {
  return {
    name: profile?.name ?? '',
    description: profile?.description ?? '',
    servers: toText(profile?.servers),
    tools: toText(profile?.tools),
    exclude: toText(profile?.exclude),
    classes: [...(profile?.classes ?? CLASSES)],
  };
}

const NAME = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;

/** What is wrong with a field, in a sentence; the gateway has the last word. */
export function profileProblems(
  { name, classes }: ProfileDraft,
  taken: readonly string[],
): { readonly name?: string; readonly classes?: string } {
  const wanted = name.trim();
  const says =
    wanted === ''
      ? undefined
      : !NAME.test(wanted)
        ? 'Small letters a–z, digits and - in between: it is part of an address.'
        : taken.includes(wanted)
          ? 'There is a profile of this name already.'
          : undefined;
  return {
    ...(says !== undefined && { name: says }),
    ...(classes.length === 0 && { classes: 'Choose at least one.' }),
  };
}

/** What is empty, or everything, is not asked for: then it stays everything. */
export function toProfileRequest({ description, servers, tools, exclude, classes }: ProfileDraft): ProfileRequest {
  const some = (text: string): readonly string[] | undefined => {
    const words = toWords(text);
    return words.length === 0 || (words.length === 1 && words[0] === '*') ? undefined : words;
  };
  const [wantedServers, wantedTools] = [some(servers), some(tools)];
  return {
    ...(description.trim() !== '' && { description: description.trim() }),
    ...(wantedServers !== undefined && { servers: wantedServers }),
    ...(wantedTools !== undefined && { tools: wantedTools }),
    ...(toWords(exclude).length > 0 && { exclude: toWords(exclude) }),
    ...(classes.length < CLASSES.length && { classes: CLASSES.filter((one) => classes.includes(one)) }),
  };
}

/** Under which name a draft can be tried that has none yet. */
export const trialName = ({ name }: Pick<ProfileDraft, 'name'>): string =>
  NAME.test(name.trim()) ? name.trim() : 'preview';

/** Everything is an empty field. */
const toText = (globs: readonly string[] = []): string =>
  globs.length === 1 && globs[0] === '*' ? '' : globs.join('\n');
