/** The instructions for clients in search mode. */
export const SEARCH_INSTRUCTIONS = `This is a gateway to several MCP servers. Their tools are not listed; search for them.
1. retrieve_tools finds tools for a task. Each line is id(parameters) [class: variant] description.
2. describe_tool returns the full schema if a line contains … or is unclear.
3. Call the tool by its id with the variant of its line: call_tool_read for read-only tools, call_tool_write for tools that add, call_tool_destructive for tools that may overwrite or delete. A wrong variant is refused, and the refusal names the right one.
If nothing matches, search again with other words. Notes explain why a tool cannot be called, and what a person can do about it.`;
