import { type ErrorName, errorOf, type RpcError } from '@toolmark/base';

/** Errors created by the gateway. A server's error may have equal fields, but is never the same object. */
const own = new WeakSet<RpcError>();
const unsent = new WeakSet<RpcError>();

/**
 * An error of the catalogue that replaces a server's answer.
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
 * The same for a request that the server certainly has not started, so that it may be retried.
 *
 * @example
 * isUnsent(unsentError('upstreamUnavailable', 'The connection was refused.')) // true
 */
export function unsentError(name: ErrorName, message: string, data?: Readonly<Record<string, unknown>>): RpcError {
  const error = ownError(name, message, data);
  unsent.add(error);
  return error;
}

/** The server sent too much; `what` names the limit. `setting` in the server's config entry raises it. */
export function tooLarge(what: string, setting?: string): RpcError {
  const hint = setting === undefined ? '' : ` ${setting} in its config entry sets the limit.`;
  return ownError('upstreamBroken', `The server sent a message of more than ${what}.${hint}`, { tooLarge: true });
}

export const tooManyBytes = (most: number): RpcError => tooLarge(`${most} bytes`, 'resultBytes');

export const tooManyValues = (most: number): RpcError => tooLarge(`${most} values`, 'resultValues');

/** The same error for a request with several rounds: a later round was not sent, but an earlier one was. */
export function asPartlySent(error: RpcError): RpcError {
  if (!unsent.has(error)) return error;
  const copy = { ...error };
  own.add(copy);
  return copy;
}

export function isOwnError(error: RpcError): boolean {
  return own.has(error);
}

export function isUnsent(error: RpcError): boolean {
  return unsent.has(error);
}
