import type { Module } from '../modules.ts';
import { createFunctionHTTPAccess } from './create-function-http-access.ts';

export const gateway: Module = { name: 'gateway', tools: [createFunctionHTTPAccess] };
