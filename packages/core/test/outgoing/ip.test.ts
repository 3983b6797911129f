import test from 'ava';
import { ipOf, isPublicIp, networkOf, parseIp, wideNetworkOf } from '../../src/outgoing/ip.js';

for (const ip of [
  ['127.0.0.1', '127.9.9.9', '10.1.2.3', '172.31.0.1', '192.168.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
  ['::1', '::', 'fe80::1', 'fd00::1', 'ff02::1', '::ffff:127.0.0.1', '::ffff:a9fe:a9fe', '64:ff9b::7f00:1'],
].flat())
  test(`${ip} is of the private network`, (t) => t.false(isPublicIp(ip)));

for (const ip of ['8.8.8.8', '172.32.0.1', '2001:4860:4860::8888', '::ffff:8.8.8.8'])
  test(`${ip} is not of the private network`, (t) => t.true(isPublicIp(ip)));

const refused: [string, string[]][] = [
  ['this network', ['0.0.0.0', '0.1.2.3']],
  ['broadcast', ['255.255.255.255']],
  ['multicast', ['224.0.0.1', '239.255.255.255', 'ff0e::1']],
  ['a zone of this machine', ['fe80::1%eth0', 'fe80::1%eth0.100', '::1%lo']],
  ['protocol assignments', ['192.0.0.1', '192.0.0.170', '2001:1::1', '2001:100::1']],
  ['documentation', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1']],
  ['benchmarks', ['198.18.0.1', '198.19.255.255', '2001:2::1']],
  ['reserved', ['240.0.0.1', '254.255.255.254']],
  ['IPv4 mapped to IPv6', ['::ffff:10.0.0.1', '::FFFF:192.168.0.1', '0:0:0:0:0:ffff:7f00:1']],
  ['IPv4 in IPv6 as it was once written', ['::127.0.0.1', '::7f00:1', '::8.8.8.8', '::808:808']],
  ['IPv4 translated to IPv6', ['::ffff:0:7f00:1', '::ffff:0:8.8.8.8']],
  ['NAT64', ['64:ff9b::10.0.0.1', '64:ff9b::8.8.8.8', '64:ff9b:1::10.0.0.1', '64:ff9b:1:ffff::1']],
  ['6to4', ['2002:7f00:1::', '2002:a00:1::1', '2002:808:808::1', '192.88.99.1']],
  ['Teredo', ['2001::1', '2001:0:7f00:1::']],
  ['site-local', ['fec0::1']],
  ['discard and dummy', ['100::1', '100:0:0:1::1']],
  ['segment routing', ['5f00::1']],
  ['outside of what IANA has given out', ['200::1', '1fff::1', '4000::1', '8000::1', 'c000::1', 'e000::1', 'fe00::1']],
  [
    'not an IP',
    ['', 'localhost', '127.1', '0177.0.0.1', '0x7f.0.0.1', '2130706433', '8.8.8.8 ', '8.8.8.8/32', '[::1]'],
  ],
];
for (const [kind, ips] of refused)
  test(`no call goes to an IP of this kind: ${kind}`, (t) => {
    for (const ip of ips) t.false(isPublicIp(ip), ip);
  });

test('every IP of a public network may be called', (t) => {
  const ips = ['1.1.1.1', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '223.255.255.255'];
  for (const ip of [...ips, '2001:200::1', '2400::1', '2a00:1450::1', '2606:4700::1111']) t.true(isPublicIp(ip), ip);
});

test('one IP has one form, however it is written', (t) => {
  const forms = { '192.0.2.7': ['192.0.2.7', '::ffff:192.0.2.7', '::FFFF:c000:207', '0:0:0:0:0:ffff:192.0.2.7'] };
  for (const [form, written] of Object.entries(forms)) {
    for (const text of written) t.is(parseIp(text)?.toString(), form, text);
  }
  t.is(parseIp('2001:DB8:0::0:1')?.toString(), '2001:db8::1');
  t.is(parseIp('::192.0.2.7')?.toString(), '::c000:207', 'not the IPv4 it looks like');
});

test('what is not an IP in the usual notation is not read as one', (t) => {
  for (const text of ['', '1', '127.1', '0177.0.0.1', '0x7f000001', '1.2.3.4:80', '1::2::3', '::1]', 'fe80::1%'])
    t.is(parseIp(text), undefined, text);
});

const networks: [string, string][] = [
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['192.0.2.7:5678', '192.0.2.7'],
  ['192.0.2.7:1', '192.0.2.7'],
  [' 192.0.2.7:5678 ', '192.0.2.7'],
  ['"192.0.2.7:5678"', '192.0.2.7'],
  ['[::1]:1234', '0:0:0:0::/64'],
  ['[::1]', '0:0:0:0::/64'],
  ['[2001:db8:1:2:3:4:5:6]:443', '2001:db8:1:2::/64'],
  ['"[2001:db8:cafe::17]:4711"', '2001:db8:cafe:0::/64'],
  ['[::ffff:192.0.2.7]:5678', '192.0.2.7'],
  ['::ffff:192.0.2.7:5678', '192.0.2.7'],
  ['[fe80::1%eth0]:80', 'fe80:0:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6:5678', '2001:db8:1:2::/64'],
  ['2001:db8::1:5678', '2001:db8:0:0::/64'],
  ['192.0.2.7:', '192.0.2.7:'],
  ['192.0.2.7:port', '192.0.2.7:port'],
  ['192.0.2.7:123456', '192.0.2.7:123456'],
  ['[not an address]:80', '[not an address]:80'],
  ['example.com:80', 'example.com:80'],
  ['', ''],
  ['not an address', 'not an address'],
  ['1::2::3', '1::2::3'],
];
for (const [ip, network] of networks) {
  test(`a request from "${ip}" is counted for "${network}"`, (t) => t.is(networkOf(ip), network));
}

const wideNetworks: [string, string][] = [
  ['192.0.2.7:5678', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['[2001:db8:1:ffff::]:443', '2001:db8:1::/48'],
  ['::1', '0:0:0::/48'],
  ['not an address', 'not an address'],
];
for (const [ip, network] of wideNetworks) {
  test(`in total, a request from "${ip}" is counted for "${network}"`, (t) => t.is(wideNetworkOf(ip), network));
}

test('the IP of a request is read without its port', (t) => {
  t.is(ipOf('192.0.2.7:5678'), '192.0.2.7');
  t.is(ipOf('[2001:db8::1]:443'), '2001:db8::1');
  t.is(ipOf('2001:db8::1'), '2001:db8::1');
  t.is(ipOf('unknown'), 'unknown');
});
