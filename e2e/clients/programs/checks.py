"""The checks of the Python clients, whatever their SDK. See README.md beside this file."""

import asyncio
import json
import sys
import traceback

TASK = json.loads(sys.argv[1])
CHECK_SECONDS = 20


def say(line):
    print(json.dumps(line), flush=True)


def answer_form(message, schema):
    """The content of the answer to a form: the server's own question, or the gateway's, whether to erase something."""
    if "colour" in schema["properties"]:
        return {"colour": "blue"}
    return {"decision": "deny" if "kept" in message else "approve"}


async def report(server, capability, check):
    try:
        saw = await asyncio.wait_for(check(), CHECK_SECONDS)
    except Exception as error:
        traceback.print_exc(limit=-3)
        saw = {"error": repr(error)}
    say({"server": server, "capability": capability, "saw": saw})


async def until(is_done, within_seconds=15):
    loop = asyncio.get_running_loop()
    ends = loop.time() + within_seconds
    while loop.time() < ends:
        if await is_done():
            return True
        await asyncio.sleep(0.05)
    return False


class Heard:
    """What a client was told without asking."""

    def __init__(self):
        self.logs = []
        self.tool_changes = 0


async def run_checks(client, heard):
    for server in TASK["servers"]:
        await check_server(client, heard, server)
    before = heard.tool_changes
    await wait_for("change")
    for server in TASK["servers"]:

        async def list_changes():
            async def is_heard():
                return heard.tool_changes > before

            async def is_listed():
                return f"{server}__newcomer" in [tool["name"] for tool in await client.tools()]

            return [await until(is_heard), await until(is_listed)]

        await report(server, "list changes", list_changes)
    await wait_for("restart")
    for server in TASK["servers"]:

        async def again():
            said = await client.call(f"{server}__echo", {"say": "again"})
            return [text_of(said), text_of(await client.call(f"{server}__choose", {}))]

        await report(server, "restart", again)


async def wait_for(what):
    say({"waiting": what})
    await asyncio.to_thread(sys.stdin.readline)


async def check_server(client, heard, server):
    name = TASK["name"]

    async def call(tool, given=None, **options):
        return text_of(await client.call(f"{server}__{tool}", given or {}, **options))

    async def tools():
        echo = next(tool for tool in await client.tools() if tool["name"] == f"{server}__echo")
        return [echo["annotations"]["readOnlyHint"], await call("echo", {"say": "hello"})]

    async def resources():
        uris = [str(each["uri"]) for each in await client.resources()]
        templates = [each["uriTemplate"] for each in await client.templates()]
        return [
            f"{server}://text" in uris,
            f"{server}://items/{{id}}" in templates,
            (await client.read(f"{server}://text"))[0]["text"],
            (await client.read(f"{server}://items/7"))[0]["text"],
        ]

    async def prompts():
        is_listed = f"{server}__paint" in [each["name"] for each in await client.prompts()]
        messages = await client.prompt(f"{server}__paint", {"colour": "red"})
        return [is_listed, messages[0]["content"]["text"]]

    async def completion():
        return await client.complete(f"{server}__paint", "colour", "bl")

    async def progress():
        steps = []

        async def on_progress(progress, *_others):
            steps.append(progress)

        await call("count", on_progress=on_progress)
        return steps

    async def cancellation():
        key = f"{name}-{server}"
        is_rejected = await client.cancel(f"{server}__wait", {"key": key})

        async def is_cancelled():
            return await call("was_cancelled", {"key": key}) == "yes"

        return [is_rejected, await until(is_cancelled)]

    async def logging():
        said = f"log of {name} {server}"
        await client.set_level("info")
        await call("log", {"say": said}, logs=True)

        async def is_heard():
            return said in heard.logs

        await until(is_heard)
        return heard.logs.count(said)

    async def deny():
        result = await client.call(f"{server}__erase", {"id": "kept"})
        return [result["isError"], "erased kept" in text_of(result)]

    for capability, check in {
        "tools": tools,
        "resources": resources,
        "prompts": prompts,
        "completion": completion,
        "progress": progress,
        "cancellation": cancellation,
        "elicitation": lambda: call("choose"),
        "sampling": lambda: call("summarise", {"text": "hello"}),
        "roots": lambda: call("roots"),
        "logging": logging,
        "approve": lambda: call("erase", {"id": "a"}),
        "deny": deny,
    }.items():
        await report(server, capability, check)


def text_of(result):
    return result["content"][0]["text"] if result["content"] else ""


def dump(model):
    """A model of any SDK as the JSON that was sent."""
    return model.model_dump(by_alias=True, mode="json")


def dump_all(models):
    return [dump(each) for each in models]
