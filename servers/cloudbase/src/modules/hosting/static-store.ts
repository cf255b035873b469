import * as z from 'zod';
import type { Bucket, ObjectStore } from '../../cloud/object-store.ts';
import { CloudBaseError } from '../../errors.ts';
import type { Work } from '../../tools/define-tool.ts';
import { readReply } from '../../tools/read-reply.ts';

export interface StaticStore {
  readonly bucket: Bucket;
  readonly objects: ObjectStore;
  /** The public domain of the site. */
  readonly domain: string;
  readonly urlOf: (key: string) => string;
}

const Described = z.object({
  Data: z
    .array(
      z.object({
        CdnDomain: z.string().nullish(),
        Bucket: z.string(),
        // Tencent's spelling.
        Regoin: z.string().nullish(),
        Region: z.string().nullish(),
        Status: z.string(),
      }),
    )
    .nullish(),
});

/** The static hosting of the environment. Throws NOT_FOUND if it is not enabled. */
export async function getStaticStore({ cloud, signal, t }: Pick<Work, 'cloud' | 'signal' | 't'>): Promise<StaticStore> {
  const { envId, region } = await cloud.environment(signal);
  const reply = await cloud.api.request({
    service: 'tcb',
    action: 'DescribeStaticStore',
    payload: { EnvId: envId },
    signal,
  });
  const store = readReply(Described, reply, t).Data?.[0];
  if (store?.Status !== 'online') {
    throw new CloudBaseError(
      'NOT_FOUND',
      store === undefined
        ? t(
            'Static hosting is not enabled in this environment. Enable it in the CloudBase console first.',
            '当前环境未开通静态网站托管，请先在云开发控制台开通。',
          )
        : t(
            `Static hosting is not online yet (status ${store.Status}). Try again later.`,
            `静态网站托管尚未就绪（状态 ${store.Status}），请稍后重试。`,
          ),
      { requestId: reply.RequestId },
    );
  }
  const bucket: Bucket = { name: store.Bucket, region: store.Regoin ?? store.Region ?? region };
  const domain = store.CdnDomain ?? '';
  return {
    bucket,
    domain,
    objects: cloud.objects(bucket),
    urlOf: (key) => `https://${domain}/${key.split('/').map(encodeURIComponent).join('/')}`,
  };
}
