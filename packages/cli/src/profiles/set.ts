import { ok, type Result } from '@toolmark/annotations';
import {
  type ProfileDetail,
  type ProfileRequest,
  profileDetailSchema,
  type ToolClassName,
} from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import type { GatewayClient, Refusal } from '../gateway-client.ts';
import { type AskOptions, ask, output } from '../gateway-client-command.ts';
import type { ExitCode, Io } from '../io.ts';
import { renderProfile } from './text.ts';

export interface SetProfileOptions extends AskOptions {
  readonly description?: string;
  readonly server?: readonly string[];
  readonly tool?: readonly string[];
  /** `false` from `--no-exclude`; `true` is commander's default. */
  readonly exclude?: readonly string[] | boolean;
  readonly class?: readonly ToolClassName[];
  readonly dryRun?: boolean;
}

/** `toolmark profiles set`: creates a profile, or changes its given fields. */
export function setProfile(name: string, options: SetProfileOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const before = await findProfile(name, gateway);
    if (!before.ok) return before;
    const body = { ...toRequest(before.value, options), ...(options.dryRun && { dry_run: true }) };
    const answer = await gateway.request('PUT', pathOf(name), profileDetailSchema, { body });
    if (!answer.ok) return answer;
    const { value, json } = answer.value;
    const said = options.dryRun ? 'would be' : before.value === undefined ? 'was created' : 'was changed';
    return output({
      json,
      lines: (screen) => [
        `${screen.paint('green', '✓')} Profile '${safeText(name)}' ${said}:`,
        ...renderProfile(value, screen),
      ],
    });
  });
}

export const pathOf = (name: string): string => `/profiles/${encodeURIComponent(name)}`;

/** `undefined` if it does not exist yet. */
async function findProfile(name: string, gateway: GatewayClient): Promise<Result<ProfileDetail | undefined, Refusal>> {
  const found = await gateway.request('GET', pathOf(name), profileDetailSchema);
  if (found.ok) return ok(found.value.value);
  return found.error.status === 404 ? ok(undefined) : found;
}

function toRequest(before: ProfileDetail | undefined, options: SetProfileOptions): ProfileRequest {
  const { description = before?.description ?? undefined, server, tool, exclude, class: classes } = options;
  const excluded = Array.isArray(exclude) ? exclude : exclude === false ? [] : before?.exclude;
  return {
    ...(description !== undefined && { description }),
    ...given('servers', server ?? before?.servers),
    ...given('tools', tool ?? before?.tools),
    ...given('exclude', excluded),
    ...given('classes', classes ?? before?.classes),
  };
}

const given = <Key extends string, Value>(key: Key, value: Value | undefined): { readonly [key in Key]?: Value } =>
  value === undefined ? {} : ({ [key]: value } as { readonly [key in Key]?: Value }); // The cast is safe: TypeScript cannot infer the key.
