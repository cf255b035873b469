import type { Module } from '../modules.ts';
import { downloadRemoteFile } from './download-remote-file.ts';

export const download: Module = { name: 'download', tools: [downloadRemoteFile] };
