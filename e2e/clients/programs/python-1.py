"""The Python SDK 1.x."""

import asyncio
import os
from contextlib import AsyncExitStack

from checks import TASK, Heard, answer_form, dump, dump_all, run_checks, say
from mcp import ClientSession, StdioServerParameters, types
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamablehttp_client

heard = Heard()


async def on_elicitation(_context, params):
    return types.ElicitResult(action="accept", content=answer_form(params.message, params.requestedSchema))


async def on_sampling(_context, params):
    content = types.TextContent(type="text", text=f"sampled {params.messages[0].content.text}")
    return types.CreateMessageResult(role="assistant", model="none", content=content)


async def on_roots(_context):
    return types.ListRootsResult(roots=[types.Root(uri="file:///work", name="work")])


async def on_log(params):
    heard.logs.append(params.data)


async def on_message(message):
    if isinstance(message, types.ServerNotification) and isinstance(message.root, types.ToolListChangedNotification):
        heard.tool_changes += 1


class Client:
    def __init__(self, session):
        self.session = session

    async def call(self, tool, given, on_progress=None, logs=False):
        return dump(await self.session.call_tool(tool, given, progress_callback=on_progress))

    async def cancel(self, tool, given):
        """This SDK leaves it to the program to tell the server."""
        started = asyncio.Event()

        async def on_progress(*_progress):
            started.set()

        request = self.session._request_id
        call = asyncio.create_task(self.session.call_tool(tool, given, progress_callback=on_progress))
        await started.wait()
        params = types.CancelledNotificationParams(requestId=request, reason="enough")
        notification = types.CancelledNotification(method="notifications/cancelled", params=params)
        await self.session.send_notification(types.ClientNotification(notification))
        call.cancel()
        return isinstance((await asyncio.gather(call, return_exceptions=True))[0], BaseException)

    async def tools(self):
        return dump_all((await self.session.list_tools()).tools)

    async def resources(self):
        return dump_all((await self.session.list_resources()).resources)

    async def templates(self):
        return dump_all((await self.session.list_resource_templates()).resourceTemplates)

    async def read(self, uri):
        return dump_all((await self.session.read_resource(uri)).contents)

    async def prompts(self):
        return dump_all((await self.session.list_prompts()).prompts)

    async def prompt(self, name, given):
        return dump_all((await self.session.get_prompt(name, given)).messages)

    async def complete(self, prompt, argument, value):
        ref = types.PromptReference(type="ref/prompt", name=prompt)
        return (await self.session.complete(ref, {"name": argument, "value": value})).completion.values

    async def set_level(self, level):
        await self.session.set_logging_level(level)


async def main():
    async with AsyncExitStack() as stack:
        if "command" in TASK:
            command, *args = TASK["command"]
            parameters = StdioServerParameters(command=command, args=args, env=dict(os.environ))
            streams = await stack.enter_async_context(stdio_client(parameters))
        else:
            headers = {"authorization": f"Bearer {TASK['token']}"}
            streams = await stack.enter_async_context(streamablehttp_client(TASK["url"], headers=headers))
        session = ClientSession(
            streams[0],
            streams[1],
            sampling_callback=on_sampling,
            elicitation_callback=on_elicitation,
            list_roots_callback=on_roots,
            logging_callback=on_log,
            message_handler=on_message,
            client_info=types.Implementation(name=TASK["name"], version="1.0.0"),
        )
        await stack.enter_async_context(session)
        await session.initialize()
        say({"era": "legacy"})
        await run_checks(Client(session), heard)


asyncio.run(main())
