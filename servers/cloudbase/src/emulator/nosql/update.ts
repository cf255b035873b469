import { update as applyModifier } from 'mingo';
import { invalid } from '../refusal.ts';
import { copyDocument, type Document } from './ejson.ts';
import { guarded } from './find.ts';

type Modifier = Parameters<typeof applyModifier>[1];

/** Applies an update: operators change the document, an update without operators replaces it. */
export function applyUpdate(document: Document, update: Document, isMulti: boolean, filter: Document): Document {
  if (!hasOperators(update)) {
    if (isMulti) throw invalid('A replacement can change one document only.');
    return { _id: document['_id'], ...copyDocument(update) };
  }
  const { $setOnInsert: _, ...modifier } = update;
  if (Object.keys(modifier).length > 0) modify(document, modifier, filter);
  return document;
}

/** The document of an upsert: the equalities of the filter, then the update. */
export function newFromUpsert(filter: Document, update: Document): Document {
  const { $setOnInsert, ...modifier } = hasOperators(update) ? update : { $set: update };
  const fromFilter = equalities(filter);
  const steps = [
    ...fromFilter.map(([path, value]) => ({ $set: { [path]: value } })),
    modifier,
    { $set: $setOnInsert ?? {} },
  ];
  const document: Document = {};
  for (const step of hasOperators(update) ? steps : steps.slice(fromFilter.length)) {
    const { _id, ...$set } = (step['$set'] ?? {}) as Document;
    // mingo treats the id as immutable, even if there is none yet.
    if (_id !== undefined) document['_id'] = _id;
    const { $set: _, ...others } = step as Document;
    const rest = { ...others, ...(Object.keys($set).length > 0 && { $set }) };
    if (Object.keys(rest).length > 0) modify(document, rest, {});
  }
  const id = fromFilter.find(([path]) => path === '_id')?.[1];
  if (id !== undefined) document['_id'] ??= id;
  return document;
}

function modify(document: Document, modifier: Document, filter: Document): void {
  // The types of mingo list each operator; mingo itself refuses unknown ones.
  guarded(() => applyModifier(document, copyDocument(modifier) as Modifier, [], filter, { cloneMode: 'deep' }));
}

function hasOperators(update: Document): boolean {
  const operators = Object.keys(update).filter((key) => key.startsWith('$')).length;
  if (operators !== 0 && operators !== Object.keys(update).length)
    throw invalid('An update has only operators or none.');
  return operators > 0;
}

function equalities(filter: Document): readonly (readonly [path: string, value: unknown])[] {
  return Object.entries(filter).flatMap(([path, value]): (readonly [string, unknown])[] => {
    if (path === '$and' && Array.isArray(value)) return value.flatMap((each) => equalities(each as Document));
    if (path.startsWith('$')) return [];
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
      return value instanceof RegExp ? [] : [[path, value]];
    if ('$eq' in value) return [[path, value.$eq]];
    return Object.keys(value).some((key) => key.startsWith('$')) ? [] : [[path, value]];
  });
}
