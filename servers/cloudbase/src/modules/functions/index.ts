import type { Module } from '../modules.ts';
import { createFunction } from './create-function.ts';
import { getFunctionList } from './get-function-list.ts';
import { updateFunctionCode } from './update-function-code.ts';

export const functions: Module = {
  name: 'functions',
  tools: [getFunctionList, createFunction, updateFunctionCode],
};
