import { expect, it } from 'vitest';
import { toolChoices } from './tool-choices.ts';

const TOOLS = [
  { server: 'notes', name: 'read', title: 'Read Note' },
  { server: 'files', name: 'read', title: 'Read File' },
  { server: 'files', name: 'drop', title: 'Drop' },
];

it.each([
  [
    'of all servers',
    [],
    [
      { value: 'read', label: 'Read Note', hint: 'read · notes, files' },
      { value: 'drop', label: 'Drop', hint: 'drop · files' },
    ],
  ],
  [
    'of the chosen servers',
    ['files'],
    [
      { value: 'read', label: 'Read File', hint: 'read · files' },
      { value: 'drop', label: 'Drop', hint: 'drop · files' },
    ],
  ],
  ['of no known server', ['gone'], []],
])('offers tools %s', (_, servers, choices) => {
  expect(toolChoices(TOOLS, servers)).toEqual(choices);
});
