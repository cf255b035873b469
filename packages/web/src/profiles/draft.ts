import type { Profile, ProfileRequest, ToolClassName } from '@toolmark/api-contract';
import { CLASSES } from '../hints/labels.ts';
import { splitList } from './split-list.ts';

/** A profile in the form; lists are separated by line breaks or commas. */
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

/** The problems of the fields, one sentence each; the gateway checks again. */
export function profileProblems(
  { name, classes }: ProfileDraft,
  taken: readonly string[],
): { readonly name?: string; readonly classes?: string } {
  const wanted = name.trim();
  const says =
    wanted === ''
      ? undefined
      : !NAME.test(wanted)
        ? 'Lowercase letters a–z, digits and - between them, because it is part of an address.'
        : taken.includes(wanted)
          ? 'A profile with this name exists.'
          : undefined;
  return {
    ...(says !== undefined && { name: says }),
    ...(classes.length === 0 && { classes: 'Choose at least one.' }),
  };
}

/** Leaves empty fields out of the request, because they mean all. */
export function toProfileRequest({ description, servers, tools, exclude, classes }: ProfileDraft): ProfileRequest {
  const some = (text: string): readonly string[] | undefined => {
    const words = splitList(text);
    return words.length === 0 || (words.length === 1 && words[0] === '*') ? undefined : words;
  };
  const [wantedServers, wantedTools] = [some(servers), some(tools)];
  return {
    ...(description.trim() !== '' && { description: description.trim() }),
    ...(wantedServers !== undefined && { servers: wantedServers }),
    ...(wantedTools !== undefined && { tools: wantedTools }),
    ...(splitList(exclude).length > 0 && { exclude: splitList(exclude) }),
    ...(classes.length < CLASSES.length && { classes: CLASSES.filter((one) => classes.includes(one)) }),
  };
}

/** A placeholder name for previewing a draft without a valid one. */
export const trialName = ({ name }: Pick<ProfileDraft, 'name'>): string =>
  NAME.test(name.trim()) ? name.trim() : 'preview';

/** Means "all": an empty field. */
const toText = (globs: readonly string[] = []): string =>
  globs.length === 1 && globs[0] === '*' ? '' : globs.join('\n');
