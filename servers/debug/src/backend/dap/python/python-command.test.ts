import { expect, it } from 'vitest';
import { parsePythonCommand } from './python-command.ts';

it.each([
  [
    { program: 'app.py', args: ['-v'] },
    { interpreterArgs: [], target: { file: '/app/app.py' }, args: ['-v'] },
  ],
  [{ program: 'pkg/', args: [] }, { target: { file: '/app/pkg/__main__.py' } }],
  [
    { program: '-m pkg.tool', args: ['x'] },
    { interpreter: undefined, target: { module: 'pkg.tool' }, args: ['x'] },
  ],
  [
    { program: '.venv/bin/python', args: ['-X', 'dev', '-u', '-m', 'pytest', '-q'] },
    {
      interpreter: '/app/.venv/bin/python',
      interpreterArgs: ['-X', 'dev', '-u'],
      target: { kind: 'module', module: 'pytest' },
      args: ['-q'],
    },
  ],
  [
    { program: '/usr/bin/python3.11', args: ['run.py', '-m'], runtimeArgs: ['-B'] },
    { interpreter: '/usr/bin/python3.11', interpreterArgs: ['-B'], target: { file: '/app/run.py' }, args: ['-m'] },
  ],
  [{ program: 'python3', args: [] }, { target: { kind: 'none' } }],
])('%j', (spec, command) => {
  expect(parsePythonCommand({ cwd: '/app', env: {}, ...spec })).toMatchObject(command);
});
