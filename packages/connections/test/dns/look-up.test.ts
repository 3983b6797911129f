import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import { until } from '@org/identity-testing/until';
import test from 'ava';
import { createLookUp } from '../../src/dns/look-up.js';

/** A DNS server on 127.0.0.1 that responds to nothing until it is told to, and then that it cannot find out. */
async function startSilentServer() {
  const socket = createSocket('udp4');
  const names = new Set<string>();
  const waiting: (() => void)[] = [];
  let isSilent = true;
  socket.on('message', (query, { port, address }) => {
    names.add(query.toString('latin1', 12, query.length - 4));
    const failure = Buffer.from(query);
    failure.writeUInt16BE(0x8182, 2);
    const respond = () => socket.send(failure, port, address);
    if (isSilent) waiting.push(respond);
    else respond();
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    server: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    names,
    respond() {
      isSilent = false;
      for (const respond of waiting.splice(0)) respond();
    },
    stop: () => socket.close(),
  };
}

test('a DNS server that does not respond is given up, and says nothing about the record', async (t) => {
  const dns = await startSilentServer();
  t.teardown(dns.stop);
  const lookUp = createLookUp([dns.server]);
  t.deepEqual(await lookUp('_identity-verification.acme.test', { brief: true }), { result: 'unreachable' });
  t.is(dns.names.size, 1);
});

test('ten look-ups run at once, a hundred wait, and others are refused', async (t) => {
  const dns = await startSilentServer();
  t.teardown(dns.stop);
  const lookUp = createLookUp([dns.server]);
  const accepted = Array.from({ length: 110 }, (_, index) => lookUp(`n${index}.test`));
  await t.throwsAsync(lookUp('one-more.test'), { code: 'SERVICE_UNAVAILABLE' });
  await until(async () => dns.names.size === 10);
  dns.respond();
  t.deepEqual(new Set((await Promise.all(accepted)).map(({ result }) => result)), new Set(['unreachable']));
  t.is(dns.names.size, 110);
});
