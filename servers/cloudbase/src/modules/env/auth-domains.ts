import * as z from 'zod';
import type { ObjectStore } from '../../cloud/object-store.ts';
import { CloudBaseError, invalidArgument, partlyDone } from '../../errors.ts';
import type { Translate } from '../../lang/lang.ts';
import { defineTool, type Work } from '../../tools/define-tool.ts';
import { ADD, DELETE, READ } from '../../tools/hints.ts';
import { readReply } from '../../tools/read-reply.ts';
import { onlyConfirm } from './confirm.ts';
import { allowOrigins, forbidOrigins } from './cors.ts';

const Described = z.object({
  Domains: z
    .array(
      z.object({
        Id: z.string(),
        Domain: z.string(),
        Type: z.string().nullish(),
        Status: z.string().nullish(),
        CreateTime: z.string().nullish(),
      }),
    )
    .nullish(),
  RequestId: z.string(),
});
const Deleted = z.object({ Deleted: z.number().nullish() });

/** A host with an optional `*.` prefix and an optional port. */
const DOMAIN = /^(?:\*\.)?[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*(?::\d{1,5})?$/i;

const domainList = (t: Translate) =>
  z
    .array(z.string().min(1).max(260))
    .min(1)
    .max(100)
    .describe(t('Hosts without https://, such as www.example.com', '域名列表，不含 https://，如 www.example.com'));

export const getEnvAuthDomains = defineTool({
  name: 'getEnvAuthDomains',
  title: { en: 'List security (CORS) domains', zh: '获取环境安全域名' },
  description: {
    en: 'Lists the domains whose web pages may call the environment.',
    zh: '列出允许网页访问当前环境的安全域名。',
  },
  hints: READ,
  input: onlyConfirm,
  output: z.object({
    domains: z.array(
      z.object({ id: z.string(), domain: z.string(), type: z.string(), status: z.string(), createTime: z.string() }),
    ),
    requestId: z.string(),
  }),
  run: async (_, work) => {
    const { Domains, RequestId } = await describeDomains(work);
    const domains = Domains.map(({ Id, Domain, Type, Status, CreateTime }) => ({
      id: Id,
      domain: Domain,
      type: Type ?? '',
      status: Status ?? '',
      createTime: CreateTime ?? '',
    }));
    return { domains, requestId: RequestId };
  },
});

export const createEnvDomain = defineTool({
  name: 'createEnvDomain',
  title: { en: 'Add security domains', zh: '添加安全域名' },
  description: {
    en: 'Lets web pages of these domains call the environment and its storage.',
    zh: '添加安全域名，允许这些域名的网页访问当前环境及其存储。',
  },
  hints: ADD,
  input: (t) => z.object({ domains: domainList(t) }),
  output: z.object({ created: z.array(z.string()), existing: z.array(z.string()), requestId: z.string() }),
  run: async ({ domains }, work) => {
    const { cloud, signal, t } = work;
    const wanted = checkDomains(domains, t);
    const known = await describeDomains(work);
    const isKnown = (domain: string): boolean => known.Domains.some((each) => each.Domain.toLowerCase() === domain);
    const created = wanted.filter((domain) => !isKnown(domain));
    let requestId = known.RequestId;
    if (created.length > 0) {
      const payload = { EnvId: await cloud.envId(signal), Domains: created };
      const reply = await cloud.api.request({ service: 'tcb', action: 'CreateAuthDomain', payload, signal });
      requestId = reply.RequestId;
    }
    // Also for existing domains: an earlier call may have failed at this step.
    await editStorage(work, (objects) => allowOrigins(objects, wanted, signal), {
      done: t(`The domains are allowed (${created.length} were added)`, `安全域名已生效（新增 ${created.length} 个）`),
      again: 'createEnvDomain',
      details: { created },
    });
    return { created, existing: wanted.filter(isKnown), requestId };
  },
});

export const deleteEnvDomain = defineTool({
  name: 'deleteEnvDomain',
  title: { en: 'Remove security domains', zh: '删除安全域名' },
  description: {
    en: 'Ends the access of web pages of these domains. Domains of the system stay.',
    zh: '删除安全域名，这些域名的网页将无法访问当前环境。系统域名不会被删除。',
  },
  hints: DELETE,
  input: (t) => z.object({ domains: domainList(t) }),
  output: z.object({ deleted: z.int(), notFound: z.array(z.string()), requestId: z.string() }),
  run: async ({ domains }, work) => {
    const { cloud, signal, t } = work;
    const unwanted = checkDomains(domains, t);
    const known = await describeDomains(work);
    const found = known.Domains.filter(({ Domain }) => unwanted.includes(Domain.toLowerCase()));
    const ofSystem = found.find(({ Type }) => Type === 'SYSTEM');
    if (ofSystem !== undefined) {
      throw new CloudBaseError(
        'NOT_ALLOWED',
        t(
          `${ofSystem.Domain} is a domain of the system and cannot be removed. Nothing was removed.`,
          `${ofSystem.Domain} 是系统域名，无法删除。未删除任何域名。`,
        ),
        { requestId: known.RequestId },
      );
    }
    let [deleted, requestId] = [0, known.RequestId];
    if (found.length > 0) {
      const payload = { EnvId: await cloud.envId(signal), DomainIds: found.map(({ Id }) => Id) };
      const reply = await cloud.api.request({ service: 'tcb', action: 'DeleteAuthDomain', payload, signal });
      [deleted, requestId] = [readReply(Deleted, reply, t).Deleted ?? found.length, reply.RequestId];
    }
    await editStorage(work, (objects) => forbidOrigins(objects, unwanted, signal), {
      done: t(`${deleted} domains were removed`, `已删除 ${deleted} 个安全域名`),
      again: 'deleteEnvDomain',
      details: { deleted },
    });
    const notFound = unwanted.filter((domain) => !found.some(({ Domain }) => Domain.toLowerCase() === domain));
    return { deleted, notFound, requestId };
  },
});

async function describeDomains({ cloud, signal, t }: Work) {
  const payload = { EnvId: await cloud.envId(signal) };
  const reply = await cloud.api.request({ service: 'tcb', action: 'DescribeAuthDomains', payload, signal });
  const { Domains, RequestId } = readReply(Described, reply, t);
  return { Domains: Domains ?? [], RequestId };
}

function checkDomains(domains: readonly string[], t: Translate): readonly string[] {
  const wrong = domains.find((domain) => !DOMAIN.test(domain));
  if (wrong !== undefined) {
    throw invalidArgument(
      t(
        `'${wrong}' is not a domain. Write the host only, such as www.example.com or localhost:8080.`,
        `“${wrong}”不是有效的域名，请只填写主机名，例如 www.example.com 或 localhost:8080。`,
      ),
    );
  }
  return [...new Set(domains.map((domain) => domain.toLowerCase()))];
}

interface Done {
  /** Describes the completed steps, without a full stop. */
  readonly done: string;
  /** The tool to call again. */
  readonly again: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Updates the storage's own CORS rules. Throws PARTLY_DONE on failure. */
async function editStorage(
  { cloud, signal, t }: Work,
  edit: (objects: ObjectStore) => Promise<void>,
  { done, again, details }: Done,
): Promise<void> {
  try {
    const { storage } = await cloud.environment(signal);
    if (storage !== undefined) await edit(cloud.objects(storage));
  } catch (error) {
    if (!(error instanceof CloudBaseError)) throw error;
    const { message } = error;
    throw partlyDone(
      t(
        `${done}, but the CORS rules of the storage could not be changed: ${message} Call ${again} again to repeat that part.`,
        `${done}，但存储的跨域（CORS）规则未能修改：${message} 请再次调用 ${again} 以重试这一部分。`,
      ),
      details,
      error,
    );
  }
}
