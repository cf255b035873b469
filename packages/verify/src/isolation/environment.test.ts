import { expect, it } from 'vitest';
import { parseSockets, variablesToUnset } from './environment.ts';

it('finds listening path-name sockets only', () => {
  const table = [
    'Num       RefCount Protocol Flags    Type St Inode Path',
    '0000: 00000002 00000000 00010000 0001 01 21 /var/run/docker.sock',
    '0001: 00000003 00000000 00000000 0001 03 22 /tmp/connected.sock',
    '0002: 00000002 00000000 00010000 0001 01 23 @abstract',
    '0003: 00000002 00000000 00010000 0001 01 24 /tmp/with space.sock',
    '0004: 00000002 00000000 00010000 0001 01 25',
  ].join('\n');
  expect(parseSockets(table)).toEqual(['/var/run/docker.sock', '/tmp/with space.sock']);
});

it('removes the variables that lead to sockets and sessions, and no others', () => {
  const env = {
    SSH_AUTH_SOCK: '/x',
    DBUS_SESSION_BUS_ADDRESS: 'unix:',
    DOCKER_HOST: 'unix:',
    PATH: '/bin',
    DISPLAY: ':0',
  };
  expect(variablesToUnset(env)).toEqual(['SSH_AUTH_SOCK', 'DBUS_SESSION_BUS_ADDRESS', 'DOCKER_HOST', 'DISPLAY']);
});
