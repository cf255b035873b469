"""The Python SDK 2.x, in both eras."""

import asyncio
import os
from contextlib import AsyncExitStack

import httpx2
import mcp_types as types
from checks import TASK, Heard, answer_form, dump, dump_all, run_checks, say
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

heard = Heard()
LOG_LEVEL = "io.modelcontextprotocol/logLevel"


async def on_elicitation(_context, params):
    return types.ElicitResult(action="accept", content=answer_form(params.message, params.requested_schema))


async def on_sampling(_context, params):
    content = types.TextContent(type="text", text=f"sampled {params.messages[0].content.text}")
    return types.CreateMessageResult(role="assistant", model="none", content=content)


async def on_roots(_context):
    return types.ListRootsResult(roots=[types.Root(uri="file:///work", name="work")])


async def on_log(params):
    heard.logs.append(params.data)


async def on_message(message):
    if isinstance(message, types.ToolListChangedNotification):
        heard.tool_changes += 1


class Checked:
    def __init__(self, client, is_modern):
        self.client = client
        self.is_modern = is_modern

    async def call(self, tool, given, on_progress=None, logs=False):
        meta = {LOG_LEVEL: "info"} if logs and self.is_modern else None
        return dump(await self.client.call_tool(tool, given, progress_callback=on_progress, meta=meta))

    async def cancel(self, tool, given):
        started = asyncio.Event()

        async def on_progress(*_progress):
            started.set()

        call = asyncio.create_task(self.client.call_tool(tool, given, progress_callback=on_progress))
        await started.wait()
        call.cancel()
        return isinstance((await asyncio.gather(call, return_exceptions=True))[0], BaseException)

    async def tools(self):
        return dump_all((await self.client.list_tools(cache_mode="refresh")).tools)

    async def resources(self):
        return dump_all((await self.client.list_resources()).resources)

    async def templates(self):
        return dump_all((await self.client.list_resource_templates()).resource_templates)

    async def read(self, uri):
        return dump_all((await self.client.read_resource(uri)).contents)

    async def prompts(self):
        return dump_all((await self.client.list_prompts()).prompts)

    async def prompt(self, name, given):
        return dump_all((await self.client.get_prompt(name, given)).messages)

    async def complete(self, prompt, argument, value):
        ref = types.PromptReference(type="ref/prompt", name=prompt)
        return (await self.client.complete(ref, {"name": argument, "value": value})).completion.values

    async def set_level(self, level):
        if not self.is_modern:
            await self.client.set_logging_level(level)


async def hear_changes(client):
    """The changes of the lists, which 2026-07-28 tells only who listens."""
    async with client.listen(tools_list_changed=True) as subscription:
        async for _event in subscription:
            heard.tool_changes += 1


async def main():
    async with AsyncExitStack() as stack:
        if "command" in TASK:
            command, *args = TASK["command"]
            server = StdioServerParameters(command=command, args=args, env=dict(os.environ))
        else:
            headers = {"authorization": f"Bearer {TASK['token']}"}
            http = await stack.enter_async_context(httpx2.AsyncClient(headers=headers, timeout=30))
            server = streamable_http_client(TASK["url"], http_client=http)
        client = Client(
            server,
            sampling_callback=on_sampling,
            elicitation_callback=on_elicitation,
            list_roots_callback=on_roots,
            logging_callback=on_log,
            message_handler=on_message,
            client_info=types.Implementation(name=TASK["name"], version="1.0.0"),
            mode=TASK["era"],
        )
        await stack.enter_async_context(client)
        is_modern = client.protocol_version >= "2026-07-28"
        say({"era": "modern" if is_modern else "legacy"})
        listening = asyncio.create_task(hear_changes(client)) if is_modern else None
        await run_checks(Checked(client, is_modern), heard)
        if listening is not None:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)


asyncio.run(main())
