export { createEmulator, type Emulator, type EmulatorOptions } from './emulator/create-emulator.ts';
export { NextcloudError, type NextcloudErrorCode } from './errors.ts';
export { createNextcloud, type NextcloudOptions, type RequestEvent } from './http/create-nextcloud.ts';
export type { Nextcloud, NextcloudRequest, NextcloudResponse } from './http/nextcloud.ts';
export { runNextcloud } from './run.ts';
export { createNextcloudServer, type NextcloudServerOptions } from './server.ts';
