/**
 * An `McpServer` of SDK 1.x or 2.x. The kit imports neither, because that would install the unused SDK, or a second
 * copy of the used one.
 */
export interface McpServerLike {
  readonly server: object;
  readonly registerTool: AnyFunction<object>;
}

// `never[]` accepts every parameter list, including the overloads of both SDKs.
type AnyFunction<Returned> = (...args: never[]) => Returned;

type Last<List> = List extends readonly [...unknown[], infer Item] ? Item : never;

type ContextOf<Callback> = Callback extends (...args: infer Args) => unknown ? Last<Args> : never;

/**
 * The return type of the server's `registerTool`: the handle with `update()`, `disable()`, `remove()`.
 *
 * @example
 * let handle: HandleOf<McpServer>;
 */
export type HandleOf<Server extends McpServerLike> = ReturnType<Server['registerTool']>;

/**
 * The last argument of the server's own tool callbacks: `ServerContext` with 2.x, `RequestHandlerExtra` with 1.x. In
 * 1.x only the old `tool()` has a single callback type from which TypeScript can infer it.
 */
export type SdkContextOf<Server extends McpServerLike> = ContextOf<
  Last<Parameters<Server extends { tool: infer Old extends AnyFunction<unknown> } ? Old : Server['registerTool']>>
>;
