import { err, ok, type Result } from '@toolmark/annotations';
import type { Dialect } from './sources.ts';

/** The values a client would expand. */
export interface ExpansionContext {
  readonly dialect: Dialect;
  readonly home: string;
  readonly platform: string;
}

/**
 * Translates references of another client to ours, or returns the reason why that is not possible. A text that the
 * client would not expand must not become a reference.
 *
 * @example
 * translateVariables('Bearer ${TOKEN}', { dialect: 'shell', home, platform }) // { ok: true, value: 'Bearer ${env:TOKEN}' }
 */
export function translateVariables(text: string, context: ExpansionContext): Result<string, string> {
  if (context.dialect === 'braces') return translateBraces(text);
  if (context.dialect === 'secrets') return translateSecrets(text);
  const [fallback] = isShell(context.dialect) ? (/\$\{\w+:-[^}]*\}?/.exec(text) ?? []) : [];
  if (fallback !== undefined) {
    return err(`${fallback} has a default value, which is not supported here`);
  }
  const problems: string[] = [];
  const braced = text.replaceAll(/\$\{([^{}]*)\}/g, (whole, inside: string) => {
    const expanded = expand(inside, context);
    if (expanded.kind === 'problem') problems.push(`${whole} ${expanded.message}`);
    return expanded.kind === 'text' ? expanded.text : whole;
  });
  const [problem] = problems;
  if (problem !== undefined) return err(problem);
  const isBare = context.dialect === 'shell-bare';
  return ok(isBare ? braced.replaceAll(/\$([A-Za-z_]\w*)/g, (_whole, name: string) => toReference(name)) : braced);
}

/** opencode: `{env:X}`, and `{file:path}`. */
function translateBraces(text: string): Result<string, string> {
  const [file] = /\{file:[^}]*\}/.exec(text) ?? [];
  if (file !== undefined) return err(`${file} is read from a file by the client; use a variable instead`);
  const [ours] = OUR_REFERENCE.exec(text) ?? [];
  // This client would replace only the part in braces.
  if (ours !== undefined) return err(`${ours} is not a variable to this client, but would be one here`);
  return ok(text.replaceAll(/\{env:([A-Za-z_]\w*)\}/g, (_whole, name: string) => toReference(name)));
}

/** Continue: `${{ secrets.X }}`, a variable of its environment or `.env` file. */
function translateSecrets(text: string): Result<string, string> {
  const [ours] = OUR_REFERENCE.exec(text) ?? [];
  if (ours !== undefined) return err(`${ours} is plain text to this client, but would be expanded here`);
  const [input] = /\$\{\{\s*inputs\.[^}]*\}\}/.exec(text) ?? [];
  if (input !== undefined) return err(`${input} is an input of the client; use a variable instead`);
  return ok(text.replaceAll(/\$\{\{\s*secrets\.([A-Za-z_]\w*)\s*\}\}/g, (_whole, name: string) => toReference(name)));
}

const OUR_REFERENCE = /\$\{(?:env|secret):[^{}]*\}/;

type Expanded =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'problem'; readonly message: string }
  | { readonly kind: 'plain' };

const NAME = /^[A-Za-z_]\w*$/;
const PLAIN: Expanded = { kind: 'plain' };

const isShell = (dialect: Dialect): boolean => dialect === 'shell' || dialect === 'shell-bare';

const toReference = (name: string): string => `\${env:${name}}`;

function expand(inside: string, { dialect, home, platform }: ExpansionContext): Expanded {
  const [kind = '', rest = ''] = inside.split(/:(.*)/s);
  // Other clients do not know this form, so an imported config must not read our secrets.
  if (kind === 'secret')
    return { kind: 'problem', message: 'is plain text to this client, but would become a secret here' };
  const isOurs = kind === 'env' && NAME.test(rest);
  switch (dialect) {
    case 'none':
    case 'braces':
    case 'secrets':
      return isOurs ? { kind: 'problem', message: 'is plain text to this client, but would be expanded here' } : PLAIN;
    case 'shell':
    case 'shell-bare':
      if (NAME.test(inside)) return { kind: 'text', text: toReference(inside) };
      return isOurs ? { kind: 'problem', message: 'is not a variable to this client, but would be one here' } : PLAIN;
    case 'editor':
      if (isOurs) return { kind: 'text', text: toReference(rest) };
      if (inside === 'userHome') return { kind: 'text', text: home };
      if (inside === 'pathSeparator' || inside === '/')
        return { kind: 'text', text: platform === 'win32' ? '\\' : '/' };
      return expandInEditor(kind, rest);
  }
}

function expandInEditor(kind: string, rest: string): Expanded {
  if (kind === 'input')
    return { kind: 'problem', message: `is a prompt of the client ('${rest}'); use a variable instead` };
  if (kind === 'file') return { kind: 'problem', message: 'is read from a file by the client; use a variable instead' };
  if (/^(?:workspaceFolder|workspaceFolderBasename|command|config|cwd|file|relativeFile)/.test(kind)) {
    return { kind: 'problem', message: 'only works in the editor' };
  }
  return PLAIN;
}
