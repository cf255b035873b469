import { hash } from 'node:crypto';

/**
 * Where browsers come back to from one authorization server. Each has an address of its own, since not all say in their answers whom
 * these are from (RFC 9207): else a hostile one could have the answer of another sent to itself (mix-up, RFC 9700 §4.4).
 *
 * @example
 * redirectFor('http://127.0.0.1:7420/oauth/callback', 'https://login.example') // 'http://127.0.0.1:7420/oauth/callback/6bVq…'
 */
export function redirectFor(callbackUrl: string, issuer: string): string {
  return `${callbackUrl}/${hash('sha256', issuer, 'base64url').slice(0, 22)}`;
}

/** Whether an answer that came to this path came to where it was asked to; one without a path may have, if it says whom it is from. */
export function isRedirectOf(redirectUrl: string, path: string | undefined): boolean {
  return path === undefined || new URL(redirectUrl).pathname === path;
}
