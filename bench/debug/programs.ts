import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findPython } from '../../servers/debug/src/backend/dap/python/find-python.ts';

export type Language = 'node' | 'python' | 'c';

/** The debuggee: the same small loop in each language. */
export interface Program {
  readonly language: Language;
  /** The language and its runtime, for the report. */
  readonly title: string;
  readonly source: string;
  /** The file to launch: the source, or the compiled program. */
  readonly file: string;
  /** The interpreter; `undefined` for a compiled program. */
  readonly interpreter: string | undefined;
  /** A program that throws, and a type that it never throws. */
  readonly throws: { readonly file: string; readonly otherType: string };
  /** Line numbers: before the loop, its first line, the line with the addition, and after the loop. */
  readonly lines: { readonly begin: number; readonly first: number; readonly adds: number; readonly end: number };
}

export interface Programs {
  readonly found: readonly Program[];
  /** Programs that cannot run on this machine, with the reason. */
  readonly missing: string[];
}

const COMPILE_WITHIN_MS = 60_000;
const run = promisify(execFile);

/** The loop in every language that this machine supports; compiled programs go into the folder. */
export async function preparePrograms(folder: string): Promise<Programs> {
  const found: Program[] = [];
  const missing: string[] = [];
  for (const prepare of [node, python, compiled]) {
    try {
      found.push(await prepare(folder));
    } catch (error) {
      missing.push(error instanceof Error ? error.message : String(error));
    }
  }
  return { found, missing };
}

async function node(): Promise<Program> {
  const source = sourceOf('loop.mjs');
  const title = `Node.js ${process.versions.node}`;
  const throws = { file: sourceOf('throws.mjs'), otherType: 'RangeError' };
  const lines = await linesOf(source);
  return { language: 'node', title, source, file: source, interpreter: process.execPath, throws, lines };
}

async function python(): Promise<Program> {
  const python = await findPython();
  if (!python.ok) throw new Error(python.error.message);
  const source = sourceOf('loop.py');
  const { version, executable } = python.value;
  const title = `Python ${version}`;
  const throws = { file: sourceOf('throws.py'), otherType: 'KeyError' };
  const lines = await linesOf(source);
  return { language: 'python', title, source, file: source, interpreter: executable, throws, lines };
}

async function compiled(folder: string): Promise<Program> {
  const source = sourceOf('loop.c');
  const file = join(folder, 'loop');
  const throws = join(folder, 'throws');
  try {
    await run('cc', ['-g', '-O0', '-o', file, source], { timeout: COMPILE_WITHIN_MS });
    await run('c++', ['-g', '-O0', '-o', throws, sourceOf('throws.cpp')], { timeout: COMPILE_WITHIN_MS });
  } catch (error) {
    throw new Error(`The program in C could not be compiled: ${error instanceof Error ? error.message : error}`);
  }
  return {
    language: 'c',
    title: 'C',
    source,
    file,
    interpreter: undefined,
    throws: { file: throws, otherType: 'std::logic_error' },
    lines: await linesOf(source),
  };
}

const sourceOf = (name: string): string => fileURLToPath(new URL(`programs/${name}`, import.meta.url));

async function linesOf(source: string): Promise<Program['lines']> {
  const lines = (await readFile(source, 'utf8')).split('\n');
  const at = (text: string): number => lines.findIndex((line) => line.includes(text)) + 1;
  return { begin: at('index = 0'), first: at('price = 3'), adds: at('total += '), end: at('return total') };
}
