import { type Language, translateTo } from '../../lang/lang.ts';
import type { Model, ModelSchema } from './model-schema.ts';

/** Markdown that shows how to use a model with the SDK of CloudBase. */
export function writeModelDocs({ name, title, description }: Model, schema: ModelSchema, language: Language): string {
  const t = translateTo(language);
  const { userFields, relations } = schema;
  const model = `models[${JSON.stringify(name)}]`;
  const key = userFields[0]?.name ?? '_id';
  const data = Object.fromEntries(userFields.map((field) => [field.name, exampleOf(field.type)]));
  const where = `filter: { where: { ${JSON.stringify(key)}: { $eq: ${JSON.stringify(data[key] ?? 'id')} } } }`;
  return [
    `# ${cell(title)} (${cell(name)})`,
    ...(description === undefined ? [] : ['', description]),
    '',
    `## ${t('Fields', '字段')}`,
    '',
    `| ${t('Name', '名称')} | ${t('Type', '类型')} | ${t('Required', '必填')} | ${t('Title', '标题')} |`,
    '| --- | --- | --- | --- |',
    ...[...userFields, ...relations].map(
      (field) =>
        `| ${cell(field.name)} | ${cell(field.linkedModel === undefined ? field.type : `${field.type} → ${field.linkedModel}`)} | ${
          field.required === true ? t('yes', '是') : t('no', '否')
        } | ${cell(field.title ?? '')} |`,
    ),
    '',
    `## ${t('Use', '用法')}`,
    '',
    '```js',
    `const { models } = app;`,
    `await ${model}.create({ data: ${JSON.stringify(data)} });`,
    `await ${model}.list({ ${where}, pageSize: 10, pageNumber: 1, getCount: true });`,
    `await ${model}.get({ ${where} });`,
    `await ${model}.update({ data: ${JSON.stringify(data)}, ${where} });`,
    `await ${model}.delete({ ${where} });`,
    '```',
    '',
  ].join('\n');
}

/** Escapes bars and line breaks, which would end a table cell. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim();

function exampleOf(type: string): unknown {
  if (type.startsWith('number') || type.startsWith('integer')) return 1;
  if (type.startsWith('boolean')) return true;
  if (type.startsWith('array')) return [];
  if (type.startsWith('object')) return {};
  return 'text';
}
