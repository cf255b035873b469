import type { Module } from '../modules.ts';
import { createEnvDomain, deleteEnvDomain, getEnvAuthDomains } from './auth-domains.ts';
import { getEnvInfo, listEnvs, updateEnvInfo } from './env-tools.ts';
import { login, logout } from './login.ts';

export const env: Module = {
  name: 'env',
  tools: [login, logout, listEnvs, getEnvAuthDomains, createEnvDomain, deleteEnvDomain, getEnvInfo, updateEnvInfo],
};
