import * as z from 'zod';
import { defineTool } from '../../tools/define-tool.ts';
import { READ } from '../../tools/hints.ts';
import { askKnowledgeBase } from './knowledge-base.ts';

/** Tencent's names of the collections. */
const VIEWS = { cloudbase: 'ykfzskv4_ad28', scf: 'scfsczskzyws_4bdc', miniprogram: 'xcxzskws_25d8' } as const;

const FileMeta = z.object({ fileTitle: z.string().optional(), url: z.string().optional() });

export const searchKnowledgeBase = defineTool({
  name: 'searchKnowledgeBase',
  title: { en: 'Search CloudBase knowledge base', zh: '云开发知识库检索' },
  description: {
    en: 'Searches the documentation of CloudBase, of cloud functions (scf) or of mini programs.',
    zh: '检索云开发、云函数（scf）或小程序的官方文档知识库。',
  },
  hints: READ,
  input: (t) =>
    z.object({
      id: z.enum(['cloudbase', 'scf', 'miniprogram']).describe(t('Knowledge base', '知识库')),
      content: z.string().trim().min(1).max(2_000).describe(t('Question', '检索内容')),
      threshold: z.number().min(0).max(1).optional().describe(t('Lowest score; default 0.5', '最低相似度，默认 0.5')),
      limit: z.int().min(1).max(50).optional().describe(t('How many at most; default 5', '返回数量上限，默认 5')),
      options: z
        .object({
          chunkExpand: z
            .array(z.int().min(0).max(20))
            .length(2)
            .optional()
            .describe(t('Paragraphs before and after; default [3,3]', '前后扩展的段落数，默认 [3,3]')),
        })
        .optional()
        .describe(t('Context of the results', '结果的上下文')),
    }),
  output: z.object({
    results: z.array(
      z.object({
        score: z.number(),
        content: z.string(),
        title: z.string().optional(),
        file: z.string().optional(),
        url: z.string().optional(),
      }),
    ),
    /** The number of results, including those below the threshold. */
    total: z.int(),
    threshold: z.number(),
    requestId: z.string().optional(),
  }),
  run: async ({ id, content, threshold = 0.5, limit = 5, options }, work) => {
    const { data, requestId } = await askKnowledgeBase(
      {
        collectionView: VIEWS[id],
        options: { chunkExpand: options?.chunkExpand ?? [3, 3] },
        search: { content, limit },
      },
      work,
    );
    const documents = data.documents ?? [];
    const results = documents
      .filter(({ score }) => score >= threshold)
      .slice(0, limit)
      .map(({ score, data: found, documentSet }) => {
        const { fileTitle, url } = readFileMeta(documentSet?.fileMetaData);
        const title = found.paragraphTitle?.at(-1) ?? fileTitle;
        const file = documentSet?.documentSetName;
        const around = [...(found.pre ?? []), found.text, ...(found.next ?? [])];
        return {
          score,
          content: around.map((each) => (typeof each === 'string' ? each : (each.text ?? ''))).join('\n'),
          ...(title && { title }),
          ...(file && { file }),
          ...(url && { url }),
        };
      });
    return { results, total: documents.length, threshold, ...(requestId && { requestId }) };
  },
});

/** Metadata as a JSON string; optional. */
function readFileMeta(text: string | null | undefined): z.output<typeof FileMeta> {
  try {
    const read = FileMeta.safeParse(JSON.parse(text ?? '{}'));
    return read.success ? read.data : {};
  } catch {
    return {};
  }
}
