import type { DefinitionCheckKind } from '../../checks/finding.ts';
import { type LintRule, type Subject, sameInAllProfiles } from '../rule.ts';

/** Hidden text, instructions and secrets in a definition. */
export const definitionRules: readonly LintRule[] = [
  {
    code: 'TM611',
    slug: 'hidden-text',
    summary: 'a text has characters or words that people cannot see',
    why: 'A model reads them but a reviewer does not see them, so they can smuggle instructions past a review. In a name they make two tools look the same.',
    fix: 'Remove the characters; write everything the model needs as plain text.',
    severity: sameInAllProfiles('error'),
    check: (subject) => found(subject, 'hidden-unicode'),
  },
  {
    code: 'TM612',
    slug: 'instructions-to-model',
    summary: 'a text gives orders to the model instead of describing the tool',
    why: 'Models read descriptions as part of the conversation. Tool poisoning attacks use orders to read files, to hide something or to skip a confirmation; clients and directories reject them.',
    fix: 'Describe what the tool does and needs, not what the model should do.',
    severity: sameInAllProfiles('warning'),
    check: (subject) => found(subject, 'instructions'),
  },
  {
    code: 'TM613',
    slug: 'secret-in-definition',
    summary: 'a text has a key, a token or a password in it',
    why: 'Definitions go to every client and every model, and into their logs.',
    fix: 'Revoke it, remove it from the definition, and read it from the environment instead.',
    severity: sameInAllProfiles('error'),
    check: (subject) => found(subject, 'secret'),
  },
];

function found({ findings }: Subject, kind: DefinitionCheckKind): readonly string[] {
  return findings.filter((finding) => finding.kind === kind).map(({ message }) => message);
}
