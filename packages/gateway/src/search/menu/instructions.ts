/** What a client in search mode is told about the tools it sees. */
export const SEARCH_INSTRUCTIONS = `This is a gateway to several MCP servers. Their tools are not listed: they are found.
1. retrieve_tools finds tools by what should be done. A line reads id(parameters) [class: variant] description.
2. describe_tool gives the whole schema where a line ends in … or leaves a doubt.
3. Call the tool by its id with the variant of its line: call_tool_read for what only reads, call_tool_write for what adds, call_tool_destructive for what may overwrite or delete. A wrong variant is refused, and the refusal names the right one.
Where nothing fits, ask again in other words. A note says why a tool cannot be called and what a person can do about it.`;
