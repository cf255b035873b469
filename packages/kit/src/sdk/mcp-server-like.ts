/**
 * An author's `McpServer`, of SDK 1.x or 2.x. The kit imports neither: it would pull in the one that the author does not
 * use, and another copy of the one that they do.
 */
export interface McpServerLike {
  readonly server: object;
  readonly registerTool: AnyFunction<object>;
}

// `never[]` accepts every parameter list, the overloads of both SDKs included.
type AnyFunction<Returned> = (...args: never[]) => Returned;

type Last<List> = List extends readonly [...unknown[], infer Item] ? Item : never;

type ContextOf<Callback> = Callback extends (...args: infer Args) => unknown ? Last<Args> : never;

/**
 * What the server's `registerTool` returns: the handle with `update()`, `disable()`, `remove()`.
 *
 * @example
 * let handle: HandleOf<McpServer>;
 */
export type HandleOf<Server extends McpServerLike> = ReturnType<Server['registerTool']>;

/**
 * The last argument of the server's own tool callbacks: `ServerContext` with 2.x, `RequestHandlerExtra` with 1.x.
 * In 1.x only the old `tool()` has one callback type that TypeScript can take apart.
 */
export type SdkContextOf<Server extends McpServerLike> = ContextOf<
  Last<Parameters<Server extends { tool: infer Old extends AnyFunction<unknown> } ? Old : Server['registerTool']>>
>;
