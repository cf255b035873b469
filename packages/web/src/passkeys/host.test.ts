import { expect, it } from 'vitest';
import { atName, isAddress } from './host.ts';

it.each([
  ['127.0.0.1', true],
  ['[::1]', true],
  ['192.168.1.20', true],
  ['localhost', false],
  ['gw.example.com', false],
  ['1.example', false],
])('%s is an IP address: %s', (hostname, is) => expect(isAddress(hostname)).toBe(is));

it('keeps the path and carries the code of the link over', () => {
  const there = atName('http://localhost:7420', '/approvals/7?x=1', 'http://127.0.0.1:7420/#link=abc');
  expect(there).toBe('http://localhost:7420/approvals/7?x=1#link=abc');
  expect(atName('http://localhost:7420', '/', 'http://127.0.0.1:7420/')).toBe('http://localhost:7420/');
});
