export { NextcloudError, type NextcloudErrorCode } from './errors.ts';
export { createNextcloud, type NextcloudOptions, type RequestEvent } from './http/create-nextcloud.ts';
export type { Nextcloud, NextcloudRequest, NextcloudResponse } from './http/nextcloud.ts';
export { runNextcloud } from './run.ts';
export { createNextcloudServer, type NextcloudServerOptions } from './server.ts';
export { createStandIn, type StandIn, type StandInOptions } from './stand-in/create-stand-in.ts';
