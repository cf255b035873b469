import { type ErrorName, errorOf, type RpcError } from '@toolmark/base';

/** Errors that were made here. What a server sends can look the same in every field, but is never the same object. */
const own = new WeakSet<RpcError>();
const unsent = new WeakSet<RpcError>();

/**
 * An error of the catalogue that stands in for the answer of a server.
 *
 * @example
 * isOwnError(ownError('upstreamDied', 'The server exited with code 1.')) // true
 */
export function ownError(name: ErrorName, message: string, data?: Readonly<Record<string, unknown>>): RpcError {
  const error = errorOf(name, message, data);
  own.add(error);
  return error;
}

/**
 * The same for a request of which it is certain that the server has not begun to carry it out, so that it may be sent
 * again.
 *
 * @example
 * isUnsent(unsentError('upstreamUnavailable', 'The connection was refused.')) // true
 */
export function unsentError(name: ErrorName, message: string, data?: Readonly<Record<string, unknown>>): RpcError {
  const error = ownError(name, message, data);
  unsent.add(error);
  return error;
}

/** The server sent more than is taken; `what` says more of what. `setting` of its entry in the config allows more. */
export function tooLarge(what: string, setting?: string): RpcError {
  const hint = setting === undefined ? '' : ` ${setting} in its entry of the config says how much it may send.`;
  return ownError('upstreamBroken', `The server sent a message of more than ${what}.${hint}`, { tooLarge: true });
}

export const tooManyBytes = (most: number): RpcError => tooLarge(`${most} bytes`, 'resultBytes');

export const tooManyValues = (most: number): RpcError => tooLarge(`${most} values`, 'resultValues');

/** The same error of a request that was begun before: a later part of it was not sent, but an earlier one was. */
export function asBegun(error: RpcError): RpcError {
  if (!unsent.has(error)) return error;
  const begun = { ...error };
  own.add(begun);
  return begun;
}

export function isOwnError(error: RpcError): boolean {
  return own.has(error);
}

export function isUnsent(error: RpcError): boolean {
  return unsent.has(error);
}
