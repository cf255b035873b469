"""FastMCP's client, in both eras."""

import asyncio
import os

import mcp_types as types
from checks import TASK, Heard, answer_form, dump, dump_all, run_checks, say
from fastmcp import Client
from fastmcp.client.elicitation import ElicitResult
from fastmcp.client.transports import StdioTransport, StreamableHttpTransport

heard = Heard()
LOG_LEVEL = "io.modelcontextprotocol/logLevel"


async def on_elicitation(message, _type, params, _context):
    return ElicitResult(action="accept", content=answer_form(message, params.requested_schema))


async def on_sampling(messages, _params, _context):
    return f"sampled {messages[0].content.text}"


async def on_log(message):
    heard.logs.append(message.data)


async def on_message(message):
    if isinstance(message, types.ToolListChangedNotification):
        heard.tool_changes += 1


class Checked:
    def __init__(self, client, is_modern):
        self.client = client
        self.is_modern = is_modern

    async def call(self, tool, given, on_progress=None, logs=False):
        meta = {LOG_LEVEL: "info"} if logs and self.is_modern else None
        return dump(await self.client.call_tool_mcp(tool, given, progress_handler=on_progress, meta=meta))

    async def cancel(self, tool, given):
        started = asyncio.Event()

        async def on_progress(*_progress):
            started.set()

        call = asyncio.create_task(self.client.call_tool_mcp(tool, given, progress_handler=on_progress))
        await started.wait()
        call.cancel()
        return isinstance((await asyncio.gather(call, return_exceptions=True))[0], BaseException)

    async def tools(self):
        return dump_all((await self.client.list_tools_mcp()).tools)

    async def resources(self):
        return dump_all(await self.client.list_resources())

    async def templates(self):
        return dump_all(await self.client.list_resource_templates())

    async def read(self, uri):
        return dump_all(await self.client.read_resource(uri))

    async def prompts(self):
        return dump_all(await self.client.list_prompts())

    async def prompt(self, name, given):
        return dump_all((await self.client.get_prompt(name, given)).messages)

    async def complete(self, prompt, argument, value):
        ref = types.PromptReference(type="ref/prompt", name=prompt)
        return (await self.client.complete(ref, {"name": argument, "value": value})).values

    async def set_level(self, level):
        if not self.is_modern:
            await self.client.set_logging_level(level)


async def main():
    if "command" in TASK:
        command, *args = TASK["command"]
        transport = StdioTransport(command=command, args=args, env=dict(os.environ))
    else:
        transport = StreamableHttpTransport(TASK["url"], headers={"authorization": f"Bearer {TASK['token']}"})
    client = Client(
        transport,
        roots=["file:///work"],
        sampling_handler=on_sampling,
        elicitation_handler=on_elicitation,
        log_handler=on_log,
        message_handler=on_message,
        client_info=types.Implementation(name=TASK["name"], version="1.0.0"),
        mode=TASK["era"],
        cache=False,
    )
    async with client:
        is_modern = client.protocol_version >= "2026-07-28"
        say({"era": "modern" if is_modern else "legacy"})
        await run_checks(Checked(client, is_modern), heard)


asyncio.run(main())
