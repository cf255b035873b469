import { report, task, textOf, until, waitFor } from './report.mjs';

/**
 * The checks of both TypeScript SDKs. `client` has one function for each method that is spelled differently in them, and
 * `heard`, what it was told without asking: `logs` and the number of `toolChanges`.
 */
export async function runChecks(client) {
  for (const server of task.servers) await checkServer(client, server);
  const before = client.heard.toolChanges;
  await waitFor('change');
  for (const server of task.servers) {
    await report(server, 'list changes', async () => {
      const isHeard = await until(() => client.heard.toolChanges > before);
      const isListed = async () => (await client.tools()).some(({ name }) => name === `${server}__newcomer`);
      return [isHeard, await until(isListed)];
    });
  }
  await waitFor('restart');
  for (const server of task.servers) {
    await report(server, 'restart', async () => {
      const said = textOf(await client.call(`${server}__echo`, { say: 'again' }));
      return [said, textOf(await client.call(`${server}__choose`))];
    });
  }
  await client.close();
  process.exit();
}

async function checkServer(client, server) {
  const call = (tool, given, options) => client.call(`${server}__${tool}`, given, options);
  const check = (capability, run) => report(server, capability, run);
  await check('tools', async () => {
    const echo = (await client.tools()).find(({ name }) => name === `${server}__echo`);
    return [echo?.annotations?.readOnlyHint, textOf(await call('echo', { say: 'hello' }))];
  });
  await check('resources', async () => {
    const isListed = (await client.resources()).some(({ uri }) => uri === `${server}://text`);
    const isTemplate = (await client.templates()).some(({ uriTemplate }) => uriTemplate === `${server}://items/{id}`);
    const read = async (uri) => (await client.read(uri)).contents[0].text;
    return [isListed, isTemplate, await read(`${server}://text`), await read(`${server}://items/7`)];
  });
  await check('prompts', async () => {
    const isListed = (await client.prompts()).some(({ name }) => name === `${server}__paint`);
    const { messages } = await client.prompt(`${server}__paint`, { colour: 'red' });
    return [isListed, messages[0].content.text];
  });
  await check('completion', async () => {
    const ref = { type: 'ref/prompt', name: `${server}__paint` };
    return (await client.complete({ ref, argument: { name: 'colour', value: 'bl' } })).completion.values;
  });
  await check('progress', async () => {
    const steps = [];
    await call('count', {}, { onprogress: ({ progress }) => void steps.push(progress) });
    return steps;
  });
  await check('cancellation', async () => {
    const key = `${task.name}-${server}`;
    const controller = new AbortController();
    const waiting = call('wait', { key }, { signal: controller.signal, onprogress: () => controller.abort() });
    const isRejected = await waiting.then(
      () => false,
      () => true,
    );
    return [isRejected, await until(async () => textOf(await call('was_cancelled', { key })) === 'yes')];
  });
  await check('elicitation', async () => textOf(await call('choose')));
  await check('sampling', async () => textOf(await call('summarise', { text: 'hello' })));
  await check('roots', async () => textOf(await call('roots')));
  await check('logging', async () => {
    const say = `log of ${task.name} ${server}`;
    await client.setLevel('info');
    await call('log', { say }, { logs: true });
    await until(() => client.heard.logs.includes(say));
    return client.heard.logs.filter((each) => each === say).length;
  });
  await check('approve', async () => textOf(await call('erase', { id: 'a' })));
  await check('deny', async () => {
    const result = await call('erase', { id: 'kept' });
    return [result.isError, textOf(result).includes('erased kept')];
  });
}
