import { notSupported } from '../../../errors.ts';
import { err } from '../../../result.ts';
import type { Outcome } from '../../backend.ts';
import { endOf, writeTo } from '../../process/input.ts';
import type { Target } from './target.ts';

export const writeInput = async ({ started }: Target, data: string): Promise<Outcome<void>> =>
  started === undefined ? attached : writeTo(started.child.stdin, data);

export const endInput = async ({ started }: Target): Promise<Outcome<void>> =>
  started === undefined ? attached : endOf(started.child.stdin);

const attached: Outcome<never> = err(
  notSupported(
    'node',
    'stdin',
    'The program was attached to, so its standard input belongs to the process that started it. Use debug_launch to write to it.',
  ),
);
