import { Refusal } from '../refusal.ts';
import type { World } from '../world.ts';

export type Payload = Readonly<Record<string, unknown>>;

/** Executes an action with its parameters; returns the reply without its envelope. */
export type Action = (payload: Payload, world: World) => Payload | Promise<Payload>;

/** By service and action: `tcb.DescribeEnvs`. */
export type Actions = Readonly<Record<string, Action>>;

export function requiredText(payload: Payload, name: string): string {
  const value = payload[name];
  if (value === undefined || value === '')
    throw new Refusal('MissingParameter', `The request is missing a required parameter \`${name}\`.`);
  if (typeof value !== 'string') throw wrongType(name, 'string');
  return value;
}

export function optionalText(payload: Payload, name: string): string | undefined {
  const value = payload[name];
  if (value !== undefined && typeof value !== 'string') throw wrongType(name, 'string');
  return value;
}

export function optionalNumber(payload: Payload, name: string, fallback: number): number {
  const value = payload[name];
  if (value === undefined) return fallback;
  if (typeof value !== 'number') throw wrongType(name, 'number');
  return value;
}

export const optionalFlag = (payload: Payload, name: string): boolean => payload[name] === true;

export function objectsOf(payload: Payload, name: string): readonly Payload[] {
  const value = payload[name] ?? [];
  if (!Array.isArray(value) || value.some((each) => typeof each !== 'object' || each === null))
    throw wrongType(name, 'array of objects');
  return value as readonly Payload[];
}

export function textsOf(payload: Payload, name: string): readonly string[] {
  const value = payload[name];
  if (!Array.isArray(value) || value.some((each) => typeof each !== 'string'))
    throw wrongType(name, 'array of strings');
  return value as readonly string[];
}

export const pageOf = <T>(all: readonly T[], offset: number, limit: number): readonly T[] =>
  all.slice(Math.max(0, offset), Math.max(0, offset) + Math.max(0, limit));

const wrongType = (name: string, type: string): Refusal =>
  new Refusal('InvalidParameter', `The value type of parameter \`${name}\` is not valid: ${type} expected.`);
