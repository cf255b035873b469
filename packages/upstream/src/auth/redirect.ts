import { hash } from 'node:crypto';

/**
 * The redirect address of one authorization server. Each has its own, because not all of them send `iss` (RFC 9207):
 * otherwise a malicious server could redirect another's answer to itself (mix-up, RFC 9700 §4.4).
 *
 * @example
 * redirectFor('http://127.0.0.1:7420/oauth/callback', 'https://login.example') // 'http://127.0.0.1:7420/oauth/callback/6bVq…'
 */
export function redirectFor(callbackUrl: string, issuer: string): string {
  return `${callbackUrl}/${hash('sha256', issuer, 'base64url').slice(0, 22)}`;
}

/**
 * Whether an answer at this path belongs to the sign-in. An answer without a path is accepted here, because `iss` is
 * checked.
 */
export function isRedirectOf(redirectUrl: string, path: string | undefined): boolean {
  return path === undefined || new URL(redirectUrl).pathname === path;
}
