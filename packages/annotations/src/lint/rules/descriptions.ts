import { isJsonObject, parametersOf } from '../../definition.ts';
import { conforms } from '../../schema/conforms.ts';
import { type LintRule, problemIf, sameInAllProfiles } from '../rule.ts';

/** Texts for the model: the description, the parameters, the example. */
export const descriptionRules: readonly LintRule[] = [
  {
    code: 'TM501',
    slug: 'missing-description',
    summary: 'the tool has no description',
    why: 'Models choose tools by their description.',
    fix: 'Say in a sentence or two what the tool does and when to use it.',
    severity: sameInAllProfiles('warning'),
    check: ({ description }) => problemIf(description.trim() === '', 'has no description'),
  },
  {
    code: 'TM502',
    slug: 'undescribed-parameter',
    summary: 'a parameter has no description',
    why: 'The model fills the parameter from its name alone.',
    fix: 'Describe every parameter: its meaning, its unit or format, and its default.',
    severity: sameInAllProfiles('note'),
    check: ({ tool }) => {
      const bare = parametersOf(tool).filter(({ schema }) => !hasDescription(schema));
      const names = bare.map(({ name }) => `'${name}'`).join(', ');
      return problemIf(
        bare.length > 0,
        `${bare.length === 1 ? 'parameter' : 'parameters'} ${names} without description`,
      );
    },
  },
  {
    code: 'TM503',
    slug: 'no-returns',
    summary: 'the description does not say what comes back',
    why: 'Without it the model must call the tool to find out.',
    fix: 'Add "Returns: …" with the field names.',
    severity: sameInAllProfiles('note'),
    check: ({ description, content }) =>
      problemIf(description.trim() !== '' && !content.saysReturns, 'the description does not say what is returned'),
  },
  {
    code: 'TM504',
    slug: 'no-preconditions',
    summary: 'the description does not say what must hold before',
    why: 'Every call that cannot succeed costs a round trip.',
    fix: 'Add "Preconditions: …", or "Preconditions: None."',
    severity: sameInAllProfiles('note'),
    check: ({ description, content }) =>
      problemIf(description.trim() !== '' && !content.saysPreconditions, 'the description states no preconditions'),
  },
  {
    code: 'TM505',
    slug: 'no-example',
    summary: 'the description has no example response',
    why: 'An example shows the shape of the answer better than prose.',
    fix: 'Add "Example response: {…}" as JSON.',
    severity: sameInAllProfiles('note'),
    check: ({ description, content }) =>
      problemIf(
        description.trim() !== '' && content.example.kind === 'none',
        'the description has no example response',
      ),
  },
  {
    code: 'TM506',
    slug: 'example-not-json',
    summary: 'the example is not JSON',
    why: 'The model copies what it sees, mistakes included.',
    fix: 'Correct the example so that it parses.',
    severity: sameInAllProfiles('warning'),
    check: ({ content: { example } }) =>
      example.kind === 'broken' ? [`the example does not parse as JSON: ${shorten(example.text)}`] : [],
  },
  {
    code: 'TM507',
    slug: 'example-misfits-output-schema',
    summary: "the example does not fit the tool's outputSchema",
    why: 'Description and schema promise different answers.',
    fix: 'Correct the example or the schema.',
    severity: sameInAllProfiles('error'),
    check: ({ tool, content: { example } }) => {
      if (example.kind !== 'json' || !isJsonObject(tool.outputSchema)) return [];
      const result = conforms(example.value, tool.outputSchema);
      if (result.kind !== 'misfits') return [];
      const problems = result.problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
      return [`the example does not fit outputSchema: ${problems.join('; ')}`];
    },
  },
];

const hasDescription = (schema: { readonly [key: string]: unknown }): boolean =>
  typeof schema['description'] === 'string' && schema['description'].trim() !== '';

const shorten = (text: string): string => (text.length > 80 ? `${text.slice(0, 77)}…` : text);
