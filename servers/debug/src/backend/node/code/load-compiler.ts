import type TypeScript from 'typescript';

let compiler: Promise<typeof TypeScript> | undefined;

/** The compiler is large, so load it on first use. */
export function loadCompiler(): Promise<typeof TypeScript> {
  compiler ??= import('typescript').then((module) => module.default);
  return compiler;
}
