export { type Command, type CommandLine, readCommandLine } from './command-line.ts';
export {
  type HttpAuthenticator,
  type HttpGuard,
  type HttpOptions,
  type HttpRoute,
  type HttpServer,
  serveHttp,
} from './http.ts';
export {
  complainAs,
  explainPort,
  type Program,
  type ProgramControl,
  type RunningServer,
  readVersion,
  runProgram,
} from './program.ts';
export { createToken, requireToken } from './token.ts';
