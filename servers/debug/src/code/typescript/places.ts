import ts from 'typescript';
import { err, ok } from '../../result.ts';
import type { CodePosition, CodeRange, Found } from '../code-backend.ts';
import { clip } from '../limits.ts';
import type { Project } from './project.ts';
import type { Sources } from './sources.ts';

/** A name in the sources, seen by one project. */
export interface Spot {
  readonly project: Project;
  readonly file: ts.SourceFile;
  readonly token: ts.Node;
}

/** The name at a position, in the file's project. */
export function spotAt({ projects, throwIfCancelled }: Sources, at: CodePosition): Found<Spot> {
  const own = projects().filter(({ config }) => config().parsed.fileNames.includes(at.file));
  for (const project of own.length > 0 ? own : projects()) {
    throwIfCancelled();
    const file = project.program().getSourceFile(at.file);
    if (file !== undefined) return spotIn(project, file, at);
  }
  const message = `${at.file} is in no project of the workspace. Give a file of it, or load its project with code_load.`;
  return err({ code: 'INVALID_PARAMETER', message });
}

function spotIn(project: Project, file: ts.SourceFile, { line, column }: CodePosition): Found<Spot> {
  const starts = file.getLineStarts();
  const start = starts[line - 1];
  if (start === undefined) {
    const message = `${file.fileName} has ${starts.length} lines, and line ${line} is not one of them.`;
    return err({ code: 'INVALID_PARAMETER', message });
  }
  const position = start + column - 1;
  if (position > (starts[line] ?? file.end + 1)) {
    return err({ code: 'INVALID_PARAMETER', message: `Line ${line} of ${file.fileName} has no column ${column}.` });
  }
  // A position just after a name still refers to it.
  const token = [position, position - 1].map((each) => tokenAt(file, each)).find(isName);
  if (token === undefined) {
    const message = `There is no symbol at ${file.fileName}:${line}:${column}. Point at a name.`;
    return err({ code: 'SYMBOL_NOT_FOUND', message });
  }
  return ok({ project, file, token });
}

/** The innermost syntax node at a position. */
export function tokenAt(file: ts.SourceFile, position: number): ts.Node {
  let node: ts.Node = file;
  for (;;) {
    const child: ts.Node | undefined = node
      .getChildren(file)
      .find((each) => each.getStart(file) <= position && position < each.getEnd());
    if (child === undefined) return node;
    node = child;
  }
}

const isName = (node: ts.Node): boolean =>
  ts.isIdentifier(node) ||
  ts.isPrivateIdentifier(node) ||
  ts.isStringLiteralLike(node) ||
  node.kind === ts.SyntaxKind.ThisKeyword ||
  node.kind === ts.SyntaxKind.SuperKeyword ||
  node.kind === ts.SyntaxKind.ConstructorKeyword;

export function rangeOf(file: ts.SourceFile, start: number, end: number): CodeRange {
  const from = file.getLineAndCharacterOfPosition(start);
  const to = file.getLineAndCharacterOfPosition(end);
  return {
    file: file.fileName,
    line: from.line + 1,
    column: from.character + 1,
    endLine: to.line + 1,
    endColumn: to.character + 1,
  };
}

/** The line of a position, without indentation. */
export function lineAt(file: ts.SourceFile, position: number): string {
  const starts = file.getLineStarts();
  const { line } = file.getLineAndCharacterOfPosition(position);
  return clip(file.text.slice(starts[line], starts[line + 1]).trim());
}
