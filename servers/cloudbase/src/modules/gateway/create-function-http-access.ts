import * as z from 'zod';
import { CloudBaseError, invalidArgument } from '../../errors.ts';
import { defineTool, type Work } from '../../tools/define-tool.ts';
import { ADD } from '../../tools/hints.ts';
import { readReply } from '../../tools/read-reply.ts';

/** The `Type` of a route to a function. */
const TO_FUNCTION = 1;
/** The `AuthSwitch` for access without a sign-in. */
const FOR_EVERYBODY = 2;

const Created = z.object({ APIId: z.string() });
const Gateway = z.object({
  DefaultDomain: z.string().nullish(),
  ServiceSet: z.array(z.object({ Domain: z.string().nullish(), DefaultDomain: z.string().nullish() })).nullish(),
});

export const createFunctionHTTPAccess = defineTool({
  name: 'createFunctionHTTPAccess',
  title: { en: 'Create HTTP access for a function', zh: '创建云函数HTTP访问' },
  description: {
    en: 'Makes a function callable over HTTP at a path, for everybody on the internet and without a sign-in.',
    zh: '为云函数创建 HTTP 访问路径，任何人无需登录即可通过公网调用。',
  },
  hints: ADD,
  input: (t) =>
    z.object({
      name: z.string().min(1).max(60).describe(t('Function', '云函数名称')),
      path: z.string().min(1).max(200).describe(t('Path, such as /hello', '访问路径，如 /hello')),
    }),
  output: z.object({ apiId: z.string(), path: z.string(), url: z.string().optional(), requestId: z.string() }),
  run: async ({ name, path }, work) => {
    const { cloud, signal, t } = work;
    if (!/^\/[\w.~/-]*$/.test(path) || path.split('/').some((part) => part === '.' || part === '..')) {
      throw invalidArgument(
        t(
          "'path' begins with / and has letters, digits and - _ . ~ only, such as /hello.",
          '“path”应以 / 开头，只能包含字母、数字和 - _ . ~，例如 /hello。',
        ),
      );
    }
    const ServiceId = await cloud.envId(signal);
    await checkFunction(ServiceId, name, work);
    const reply = await cloud.api.request({
      service: 'tcb',
      action: 'CreateCloudBaseGWAPI',
      payload: { ServiceId, Path: path, Type: TO_FUNCTION, Name: name, AuthSwitch: FOR_EVERYBODY },
      signal,
    });
    const { APIId } = readReply(Created, reply, t);
    const url = await findUrl(ServiceId, path, work);
    return { apiId: APIId, path, ...(url !== undefined && { url }), requestId: reply.RequestId };
  },
});

/** Checks that the function exists: Tencent would also create a path to a missing function. */
async function checkFunction(Namespace: string, name: string, { cloud, signal }: Work): Promise<void> {
  const payload = { Namespace, FunctionName: name, ShowCode: 'FALSE' };
  await cloud.api.request({ service: 'scf', action: 'GetFunction', payload, signal });
}

/** The path exists even if its address is unknown. */
async function findUrl(envId: string, path: string, work: Work): Promise<string | undefined> {
  const { cloud, endpoints, signal, t } = work;
  try {
    const payload = { ServiceId: envId };
    const reply = await cloud.api.request({ service: 'tcb', action: 'DescribeCloudBaseGWService', payload, signal });
    const { DefaultDomain, ServiceSet } = readReply(Gateway, reply, t);
    const domain = DefaultDomain || ServiceSet?.[0]?.Domain || ServiceSet?.[0]?.DefaultDomain;
    return domain ? new URL(path.slice(1), endpoints.httpAccess(envId, domain)).href : undefined;
  } catch (error) {
    if (error instanceof CloudBaseError) return undefined;
    throw error;
  }
}
