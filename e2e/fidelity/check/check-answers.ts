import type { RawClient } from '../client/raw-client.ts';
import { isObject, type JsonObject } from '../fixtures/json.ts';
import { promptResult, prompts, resourceResult, resources, templates } from '../fixtures/prompts-and-resources.ts';
import { answersByTool, echoTool, oddArguments } from '../fixtures/results.ts';
import { hasExactNumbers, serialise } from '../fixtures/serialise.ts';
import { markerOf, type Subject } from '../fixtures/subject.ts';
import { listAll } from './check-tools.ts';
import { compare } from './compare.ts';
import type { Finding, Outcome } from './finding.ts';
import type { Target } from './target.ts';

/** Top-level keys of a result that belong to the connection rather than to the content. */
const PROTOCOL_KEYS: ReadonlySet<string> = new Set(['resultType', 'ttlMs', 'cacheScope']);

/** Calls every tool with an unusual result, and the tool that echoes its arguments. */
export async function checkResults(
  client: RawClient,
  target: Target,
  toolsByMarker: ReadonlyMap<string, JsonObject>,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const call = (tool: string, values: JsonObject) => {
    const name = toolsByMarker.get(`[fx:${tool}]`)?.['name'] ?? tool;
    return ask(client, 'tools/call', { name, arguments: values });
  };
  for (const [tool, { aspect, kind, value }] of answersByTool) {
    const reply = await call(tool, {});
    findings.push({ aspect, subject: tool, outcome: judge(value, reply, kind, target) });
  }
  const echoed = { content: [], structuredContent: { arguments: oddArguments } };
  const reply = await call(echoTool, oddArguments);
  findings.push({ aspect: 'arguments of a call', subject: echoTool, outcome: judge(echoed, reply, 'result', target) });
  return findings;
}

/** Lists prompts, resources and templates, and reads one of each. */
export async function checkOthers(client: RawClient, target: Target): Promise<readonly Finding[]> {
  const promptList = await checkList(client, target, 'prompts/list', 'prompts', prompts);
  // A resource is identified by its URI, so a proxy has no reason to change its name.
  const unnamed: Target = { ...target, nameOf: (original) => original };
  const resourceList = await checkList(client, unnamed, 'resources/list', 'resources', resources);
  const templateList = await checkList(client, unnamed, 'resources/templates/list', 'resourceTemplates', templates);
  const name = promptList.first?.['name'] ?? 'plain_prompt';
  const prompt = await ask(client, 'prompts/get', { name, arguments: {} });
  const uri = resourceList.first?.['uri'] ?? 'note:///plain';
  const contents = await ask(client, 'resources/read', { uri });
  return [
    ...promptList.findings,
    {
      aspect: 'prompts: messages, with unknown keys',
      subject: 'prompts/get',
      outcome: judge(promptResult, prompt, 'result', target),
    },
    ...resourceList.findings,
    ...templateList.findings,
    {
      aspect: 'resources: contents, with unknown keys',
      subject: 'resources/read',
      outcome: judge(resourceResult, contents, 'result', target),
    },
  ];
}

async function checkList(
  client: RawClient,
  target: Target,
  method: string,
  key: string,
  subjects: readonly Subject[],
): Promise<{ readonly findings: readonly Finding[]; readonly first: JsonObject | undefined }> {
  const listed = await listAll(client, method, key);
  const items = listed.kind === 'listed' ? listed.items : [];
  const find = (marker: string) => items.find((item) => markerOf(item) === marker);
  const findings = subjects.map(({ aspect, marker, definition }): Finding => {
    const received = find(marker);
    if (listed.kind === 'failed') return { aspect, subject: marker, outcome: listed };
    if (received === undefined) return { aspect, subject: marker, outcome: { kind: 'lost' } };
    return { aspect, subject: marker, outcome: verdict(definition, received, target) };
  });
  return { findings, first: find(subjects[0]?.marker ?? '') };
}

type Reply =
  | { readonly kind: 'reply'; readonly message: JsonObject; readonly text: string }
  | { readonly kind: 'failed'; readonly message: string };

async function ask(client: RawClient, method: string, params: JsonObject): Promise<Reply> {
  try {
    const { message, text } = await client.request(method, params);
    return { kind: 'reply', message, text };
  } catch (error) {
    return { kind: 'failed', message: String(error) };
  }
}

function judge(sent: JsonObject, reply: Reply, half: 'result' | 'error', target: Target): Outcome {
  if (reply.kind === 'failed') return reply;
  const received = reply.message[half];
  if (isObject(received)) {
    if (!hasExactNumbers(sent, reply.text)) return { kind: 'changed', differences: [{ path: [], kind: 'changed' }] };
    return verdict(JSON.parse(serialise(sent)), received, target);
  }
  return { kind: 'failed', message: JSON.stringify(reply.message['error'] ?? reply.message).slice(0, 300) };
}

function verdict(sent: JsonObject, received: JsonObject, target: Target): Outcome {
  const differences = compare(sent, received).filter((difference) => {
    const [first, second] = difference.path;
    if (first === 'name' && difference.path.length === 1 && typeof sent['name'] === 'string') {
      const expected = target.nameOf(sent['name']);
      const name = String(received['name']);
      return typeof expected === 'string' ? name !== expected : !expected.test(name);
    }
    const ofTheHop =
      difference.kind === 'added' &&
      (PROTOCOL_KEYS.has(String(first)) ||
        (first === '_meta' && String(second).startsWith('io.modelcontextprotocol/')));
    return !ofTheHop && !target.allows(difference);
  });
  return differences.length === 0 ? { kind: 'kept' } : { kind: 'changed', differences };
}
