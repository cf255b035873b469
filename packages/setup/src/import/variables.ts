import { err, ok, type Result } from '@toolmark/annotations';
import type { Dialect } from './sources.ts';

/** What a client would fill in by itself. */
export interface Fillings {
  readonly dialect: Dialect;
  readonly home: string;
  readonly platform: string;
}

/**
 * A text of another client's config in the way in which this one names variables, or why it cannot be said here. Where the
 * client fills in nothing, nothing may be filled in here either.
 *
 * @example
 * translateVariables('Bearer ${TOKEN}', { dialect: 'shell', home, platform }) // { ok: true, value: 'Bearer ${env:TOKEN}' }
 */
export function translateVariables(text: string, fillings: Fillings): Result<string, string> {
  const [fallback] = isShell(fillings.dialect) ? (/\$\{\w+:-[^}]*\}?/.exec(text) ?? []) : [];
  if (fallback !== undefined) {
    return err(`${fallback} has a value for when the variable is not set, which cannot be said here`);
  }
  const problems: string[] = [];
  const braced = text.replaceAll(/\$\{([^{}]*)\}/g, (whole, inside: string) => {
    const filled = fill(inside, fillings);
    if (filled.kind === 'problem') problems.push(`${whole} ${filled.message}`);
    return filled.kind === 'text' ? filled.text : whole;
  });
  const [problem] = problems;
  if (problem !== undefined) return err(problem);
  const isBare = fillings.dialect === 'shell-bare';
  return ok(isBare ? braced.replaceAll(/\$([A-Za-z_]\w*)/g, (_whole, name: string) => toOurs(name)) : braced);
}

type Filled =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'problem'; readonly message: string }
  | { readonly kind: 'plain' };

const NAME = /^[A-Za-z_]\w*$/;
const PLAIN: Filled = { kind: 'plain' };

const isShell = (dialect: Dialect): boolean => dialect === 'shell' || dialect === 'shell-bare';

const toOurs = (name: string): string => `\${env:${name}}`;

function fill(inside: string, { dialect, home, platform }: Fillings): Filled {
  const [kind = '', rest = ''] = inside.split(/:(.*)/s);
  // No other client knows secrets of this name: a config that came with one must not read ours.
  if (kind === 'secret')
    return { kind: 'problem', message: 'is plain text to this client, and would be a secret here' };
  const isOurs = kind === 'env' && NAME.test(rest);
  switch (dialect) {
    case 'none':
      return isOurs ? { kind: 'problem', message: 'is plain text to this client, and would be filled in here' } : PLAIN;
    case 'shell':
    case 'shell-bare':
      if (NAME.test(inside)) return { kind: 'text', text: toOurs(inside) };
      return isOurs ? { kind: 'problem', message: 'is no variable to this client, and would be one here' } : PLAIN;
    case 'editor':
      if (isOurs) return { kind: 'text', text: toOurs(rest) };
      if (inside === 'userHome') return { kind: 'text', text: home };
      if (inside === 'pathSeparator' || inside === '/')
        return { kind: 'text', text: platform === 'win32' ? '\\' : '/' };
      return fillInEditor(kind, rest);
  }
}

function fillInEditor(kind: string, rest: string): Filled {
  if (kind === 'input')
    return { kind: 'problem', message: `is asked for by the client ('${rest}'); put it into a variable` };
  if (kind === 'file') return { kind: 'problem', message: 'is read from a file by the client; put it into a variable' };
  if (/^(?:workspaceFolder|workspaceFolderBasename|command|config|cwd|file|relativeFile)/.test(kind)) {
    return { kind: 'problem', message: 'means something only in the editor' };
  }
  return PLAIN;
}
