import { describe, expect, it } from 'vitest';
import { createPageCookies, type PageCookies } from './page-cookie.ts';

const TOKEN = 'Zm9yLXRlc3RzLW9ubHktbm90LWEtcmVhbC10b2tlbg';
const DAY = 24 * 60 * 60_000;
const NOW = Date.UTC(2026, 10, 15, 12);

let moment = NOW;
const make = (given: { token?: string; port?: number } = {}): PageCookies =>
  createPageCookies({ token: TOKEN, port: 7420, now: () => moment, ...given });

/** The `Cookie` header of a browser. */
const sent = (header: string): string => header.split(';', 1)[0] ?? '';
const contentOf = (header: string): string => sent(header).slice('toolmark_7420='.length);
const issued = (cookies = make()): string => sent(cookies.issue(false).header);

describe('a cookie of the page', () => {
  it('is kept from scripts and from other sites, for 30 days', () => {
    moment = NOW;
    expect(make().issue(false)).toEqual({
      header: expect.stringMatching(
        /^toolmark_7420=[\w-]{22}\.\d{10}\.h\.[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
      ),
      expiresAt: NOW + 30 * DAY,
    });
    expect(make().issue(true).header).toMatch(/; HttpOnly; SameSite=Strict; Secure$/);
    expect(make().cleared).toBe('toolmark_7420=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict');
  });

  it('differs each time, and reveals nothing about the token', () => {
    const [first, second] = [issued(), issued()];
    expect(first).not.toBe(second);
    expect(first).not.toContain(TOKEN.slice(0, 8));
  });

  it('is valid at every gateway with that token, also after a restart', () => {
    expect(make().check(issued())).toEqual({ kind: 'right', renewed: undefined });
  });

  const good = issued();
  const [id = '', expires = '', flag = '', signature = ''] = contentOf(good).split('.');
  const other = contentOf(issued()).split('.');
  it.each<[string, string]>([
    ['of another token', issued(make({ token: `${TOKEN}x` }))],
    ['of another port under our name', issued(make({ port: 7421 })).replace('_7421', '_7420')],
    ['that ends later', `toolmark_7420=${id}.${Number(expires) + 1}.${flag}.${signature}`],
    ['that ends earlier', `toolmark_7420=${id}.${Number(expires) - 1}.${flag}.${signature}`],
    ['with a digit in front', `toolmark_7420=${id}.0${expires}.${flag}.${signature}`],
    ['of another id', `toolmark_7420=${other[0]}.${expires}.${flag}.${signature}`],
    ['of another signature', `toolmark_7420=${id}.${expires}.${flag}.${other[3]}`],
    ['without a signature', `toolmark_7420=${id}.${expires}.${flag}.`],
    ['with half of the signature', good.slice(0, -20)],
    ['with a further character', `${good}A`],
    ['in quotes', `toolmark_7420="${contentOf(good)}"`],
    ['in capitals', `toolmark_7420=${contentOf(good).toUpperCase()}`],
    ['with another transport flag', `toolmark_7420=${id}.${expires}.s.${signature}`],
    ['that is empty', 'toolmark_7420='],
    ['that is the token', `toolmark_7420=${TOKEN}`],
    ['of 10 kB', `toolmark_7420=${'A'.repeat(10_000)}`],
    ['with umlauts', `toolmark_7420=${id}.${expires}.${flag}.${'ä'.repeat(43)}`],
  ])('%s is invalid', (_case, header) => {
    expect(make().check(header)).toEqual({ kind: 'wrong' });
  });

  it.each<[string, string | undefined]>([
    ['no header', undefined],
    ['an empty one', ''],
    ['cookies of other names', `theme=dark; session=${contentOf(good)}`],
    ['one of another port', issued(make({ port: 7421 }))],
    ['a longer name', `xtoolmark_7420=${contentOf(good)}; toolmark_7420x=${contentOf(good)}`],
    ['another case', good.replace('toolmark', 'Toolmark')],
    ['a name without a value', 'toolmark_7420'],
    ['10 kB of others', `x=${'toolmark_7420'.repeat(800)}`],
  ])('is missing among %s', (_case, header) => {
    expect(make().check(header)).toEqual({ kind: 'missing' });
  });

  it.each<[string, string]>([
    ['others', `theme=dark; ${good}; x=y`],
    ['an invalid one of the same name', `toolmark_7420=evil; ${good}`],
    ['an invalid one after it', `${good};toolmark_7420=evil`],
  ])('is found among %s', (_case, header) => {
    expect(make().check(header)).toEqual({ kind: 'right', renewed: undefined });
  });

  it('is searched for among a few cookies only', () => {
    expect(make().check(`${'toolmark_7420=evil; '.repeat(4)}${good}`)).toEqual({ kind: 'wrong' });
  });

  it('expires in time', () => {
    moment = NOW;
    const cookie = issued();
    moment = NOW + 30 * DAY - 1;
    expect(make().check(cookie).kind).toBe('right');
    moment = NOW + 30 * DAY;
    expect(make().check(cookie)).toEqual({ kind: 'wrong' });
  });

  it('is renewed after a day, with the same id and flag', () => {
    moment = NOW;
    const first = make().issue(true).header;
    moment = NOW + DAY;
    expect(make().check(sent(first))).toEqual({ kind: 'right', renewed: undefined });
    moment = NOW + DAY + 1_000;
    const verdict = make().check(sent(first));
    const renewed = verdict.kind === 'right' ? (verdict.renewed ?? '') : '';
    expect(renewed).toMatch(/; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure$/);
    expect(contentOf(renewed).slice(0, 22)).toBe(contentOf(first).slice(0, 22));
    moment = NOW + 30 * DAY + 500;
    expect([make().check(sent(first)).kind, make().check(sent(renewed)).kind]).toEqual(['wrong', 'right']);
  });

  it('is not accepted after it was revoked, nor is its renewal', () => {
    moment = NOW;
    const cookies = make();
    const [first, second] = [issued(cookies), issued(cookies)];
    moment = NOW + 2 * DAY;
    const verdict = cookies.check(first);
    const renewed = verdict.kind === 'right' ? sent(verdict.renewed ?? '') : '';
    cookies.end(`x=y; ${first}`);
    expect([first, renewed, second].map((cookie) => cookies.check(cookie).kind)).toEqual(['wrong', 'wrong', 'right']);
  });

  it('is not remembered as revoked if it is invalid, so that memory stays bounded', () => {
    moment = NOW;
    const cookies = make();
    const kept = issued(cookies);
    cookies.end(kept.replace(/\.h\..*$/, `.h.${'A'.repeat(43)}`));
    cookies.end(undefined);
    expect(cookies.check(kept).kind).toBe('right');
  });

  it('stays revoked after a thousand others were', () => {
    moment = NOW;
    const cookies = make();
    const all = Array.from({ length: 1_001 }, () => issued(cookies));
    for (const cookie of all) cookies.end(cookie);
    expect([all[0], all[1], all[1_000]].map((cookie) => cookies.check(cookie).kind)).toEqual([
      'right',
      'wrong',
      'wrong',
    ]);
  });
});
