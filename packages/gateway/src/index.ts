export { configFileJsonSchema } from './config/file-schema.ts';
export { writeFirstConfig } from './config/first-config.ts';
export { ERRORS, type ErrorEntry, type ErrorName } from './errors.ts';
export { type GatewayOptions, type RunningGateway, startGateway } from './main.ts';
export { runStdio, type StdioOptions, type Streams } from './stdio.ts';
