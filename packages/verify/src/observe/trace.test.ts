import { expect, it } from 'vitest';
import { readContacts } from './contacts.ts';
import { readTrace } from './trace.ts';

it('reads programs, connections and denied writes out of a trace', () => {
  const trace = [
    '7 1763500000.1 execve("/usr/bin/git", ["git"], 0x1 /* 9 vars */) = 0',
    '7 1763500000.2 connect(9, {sa_family=AF_INET, sin_port=htons(443), sin_addr=inet_addr("203.0.113.9")}, 16) = -1 EINPROGRESS (Operation now in progress)',
    '7 1763500000.2 connect(9, {sa_family=AF_INET6, sin6_port=htons(80), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "2001:db8::1", &sin6_addr), sin6_scope_id=0}, 28) = -1 EINPROGRESS',
    '7 1763500000.2 connect(9, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("127.0.0.1")}, 16) = 0',
    '7 1763500000.3 openat(AT_FDCWD, "/usr/zz", O_WRONLY|O_CREAT|O_TRUNC|O_CLOEXEC, 0666) = -1 EROFS (Read-only file system)',
    '7 1763500000.3 openat(AT_FDCWD, "/usr/secret", O_RDONLY|O_CLOEXEC) = -1 EACCES (Permission denied)',
    '7 1763500000.3 unlink("/usr/gone") = -1 EROFS (Read-only file system)',
    '7 1763500000.3 mkdir("/usr/lib/python3/__pycache__", 0777) = -1 EROFS (Read-only file system)',
  ].join('\n');
  expect(readTrace(trace)).toEqual({
    programs: ['/usr/bin/git'],
    connections: ['203.0.113.9:443', '2001:db8::1:80'],
    deniedWrites: ['/usr/zz', '/usr/gone'],
  });
});

it('reads the contacts of a capture, and skips what is no line of it', () => {
  const log = [
    '{"kind":"ready"}',
    '{"kind":"dns","name":"a.example"}',
    '{"kind":"http","to":"1.2.3.4:80","name":"a.example","line":"GET /x","text":"GET /x HTTP/1.1"}',
    '{"kind":"tcp","to":"1.2.3.4:22","text":""}',
    '{"broken',
  ].join('\n');
  expect(readContacts(log)).toEqual([
    { name: 'a.example', text: 'a.example' },
    { name: 'a.example (GET /x)', text: 'GET /x HTTP/1.1' },
    { name: '1.2.3.4:22', text: '' },
  ]);
});
