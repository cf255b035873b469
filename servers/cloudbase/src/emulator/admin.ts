import { randomUUID } from 'node:crypto';
import { type EmulatorReply, type EmulatorRequest, headerOf, json, jsonOf } from './exchange.ts';
import { Refusal } from './refusal.ts';
import { parseQSign, signatureOf, toText, verifyQSign } from './verify/q-sign.ts';
import { type EnvironmentState, environmentOf, type World } from './world.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The older storage API. Its signature is a field of the body. */
export function handleAdmin(world: World, request: EmulatorRequest): EmulatorReply {
  const requestId = randomUUID();
  try {
    const { authorization, sessionToken, ...fields } = jsonOf(request.body) ?? {};
    verifyAdmin(world, request, fields, authorization, sessionToken);
    const action = String(fields['action']);
    const run = ADMIN_ACTIONS[action];
    if (run === undefined)
      throw new Refusal('UnsupportedOperation', `The emulator does not support the action ${action} of /admin.`);
    return json({ requestId, data: run(fields, environmentOf(world, fields['envName']), world) });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const code = error.code === 'SignatureDoesNotMatch' ? 'SIGN_PARAM_INVALID' : error.code;
    return json({ code, message: error.message, requestId });
  }
}

const ADMIN_ACTIONS: Readonly<
  Record<string, (fields: Fields, environment: EnvironmentState, world: World) => Readonly<Record<string, unknown>>>
> = {
  'storage.getUploadMetadata': (fields, environment, world) => {
    const path = requiredPath(fields['path']);
    return {
      url: `${world.url}/cos/${environment.storage.name}/${encodePath(path)}`,
      token: world.accounts.main.token ?? '',
      authorization: signedFor(world, 'PUT', `/cos/${environment.storage.name}/${path}`, 900),
      fileId: fileIdOf(environment, path),
      cosFileId: Buffer.from(`${environment.envId}/${path}`).toString('base64url'),
      download_url: downloadUrl(world, environment, path, 3600),
    };
  },
  'storage.batchGetDownloadUrl': (fields, environment, world) => ({
    download_list: filesOf(fields).map(({ fileid, max_age }) => {
      const path = pathIn(environment, fileid);
      return environment.storage.objects.has(path ?? '')
        ? { fileid, download_url: downloadUrl(world, environment, path ?? '', max_age), code: 'SUCCESS' }
        : { fileid, download_url: '', code: 'STORAGE_FILE_NONEXIST' };
    }),
  }),
  'storage.batchDeleteFile': (fields, environment) => {
    const list = Array.isArray(fields['fileid_list']) ? fields['fileid_list'] : [];
    return {
      delete_list: list.map((fileid: unknown) => {
        const path = pathIn(environment, String(fileid));
        return { fileid, code: environment.storage.remove(path ?? '') ? 'SUCCESS' : 'STORAGE_FILE_NONEXIST' };
      }),
    };
  },
};

/** `cloud://<env>.<bucket>/<path>`. */
const fileIdOf = ({ envId, storage }: EnvironmentState, path: string): string =>
  `cloud://${envId}.${storage.name}/${path}`;

function pathIn(environment: EnvironmentState, fileId: string): string | undefined {
  const start = fileIdOf(environment, '');
  return fileId.startsWith(start) ? fileId.slice(start.length) : undefined;
}

function requiredPath(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new Refusal('INVALID_PARAM', 'path is missing.');
  return value.replace(/^\/+/, '');
}

function filesOf(fields: Fields): readonly { readonly fileid: string; readonly max_age: number }[] {
  const list: readonly unknown[] = Array.isArray(fields['file_list']) ? fields['file_list'] : [];
  if (list.length > 50) throw new Refusal('INVALID_PARAM', 'At most 50 files at once.');
  return list.map((each) => {
    const { fileid, max_age } = each as { readonly fileid?: unknown; readonly max_age?: unknown };
    return { fileid: String(fileid), max_age: typeof max_age === 'number' ? max_age : 3600 };
  });
}

/** A presigned address. */
function downloadUrl(world: World, { storage }: EnvironmentState, path: string, seconds: number): string {
  const sign = signedFor(world, 'GET', `/cos/${storage.name}/${path}`, seconds);
  const query = sign
    .split('&')
    .map((part) => {
      const equals = part.indexOf('=');
      return `${part.slice(0, equals)}=${encodeURIComponent(part.slice(equals + 1))}`;
    })
    .join('&');
  return `${world.url}/cos/${storage.name}/${encodePath(path)}?${query}`;
}

/** A presigned signature, valid for one operation and a limited time. */
function signedFor({ accounts, now }: World, method: string, path: string, seconds: number): string {
  const from = Math.floor(now().getTime() / 1000) - 1;
  const time = `${from};${from + seconds}`;
  const { secretId, secretKey } = accounts.main;
  const sign = { secretId, signTime: time, keyTime: time, headers: [], params: [] };
  const signed = { method, path, header: () => undefined, param: () => undefined, token: undefined };
  return toText({ ...sign, signature: signatureOf(sign, signed, secretKey) });
}

const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

function verifyAdmin(
  { accounts, now }: World,
  request: EmulatorRequest,
  fields: Fields,
  authorization: unknown,
  token: unknown,
): void {
  const sign = typeof authorization === 'string' ? parseQSign(authorization) : undefined;
  if (sign === undefined) throw new Refusal('SIGN_PARAM_INVALID', 'authorization is missing.');
  // Only signed fields can be trusted.
  const unsigned = Object.keys(fields).find((name) => !sign.params.includes(encodeURIComponent(name.toLowerCase())));
  if (unsigned !== undefined) throw new Refusal('SIGN_PARAM_INVALID', `${unsigned} is not signed.`);
  const byName = new Map(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]));
  verifyQSign(
    sign,
    {
      method: request.method,
      path: '/admin',
      header: (name) => (name === 'host' ? request.host : headerOf(request, name)),
      param: (name) => {
        const value = byName.get(name);
        return typeof value === 'string' ? value : JSON.stringify(value);
      },
      token: typeof token === 'string' ? token : undefined,
    },
    accounts,
    now(),
  );
}
