// node --import loopback-only.mjs PEER …: for peers that listen on all interfaces and have no option for that.
import { Server } from 'node:net';

const { listen } = Server.prototype;
Server.prototype.listen = function (port, ...rest) {
  if (typeof port !== 'number') return listen.call(this, port, ...rest);
  const withoutHost = rest.filter((each) => typeof each !== 'string');
  return listen.call(this, port, '127.0.0.1', ...withoutHost);
};
