import type { DefinitionCheckKind } from '../../checks/finding.ts';
import { everywhere, type LintRule, type Subject } from '../rule.ts';

/** Hidden text, instructions and secrets in a definition. */
export const definitionRules: readonly LintRule[] = [
  {
    code: 'TM611',
    slug: 'hidden-text',
    summary: 'a text has characters or words that people cannot see',
    why: 'A model reads them, a person who looks at the tool does not; that is how orders are smuggled past a review. In a name they make two tools look like one.',
    fix: 'Remove the characters; what the model has to know belongs in plain text.',
    severity: everywhere('error'),
    check: (subject) => found(subject, 'hidden-unicode'),
  },
  {
    code: 'TM612',
    slug: 'instructions-to-model',
    summary: 'a text gives orders to the model instead of describing the tool',
    why: 'Descriptions are read as part of the conversation. Orders to read files, to keep silent or to skip a question are how tools are poisoned, and clients and directories refuse them.',
    fix: 'Say what the tool does and what it needs; leave what the model should do to whoever uses it.',
    severity: everywhere('warning'),
    check: (subject) => found(subject, 'instructions'),
  },
  {
    code: 'TM613',
    slug: 'secret-in-definition',
    summary: 'a text has a key, a token or a password in it',
    why: 'Definitions go to every client and every model, and into their logs.',
    fix: 'Take it back where it was issued, then out of the definition; read it from the environment instead.',
    severity: everywhere('error'),
    check: (subject) => found(subject, 'secret'),
  },
];

function found({ findings }: Subject, kind: DefinitionCheckKind): readonly string[] {
  return findings.filter((finding) => finding.kind === kind).map(({ message }) => message);
}
