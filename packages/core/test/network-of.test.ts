import test from 'ava';
import { networkOf } from '../src/network-of.js';

const networks: [string, string][] = [
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
  ['not an address', 'not an address'],
  ['1::2::3', '1::2::3'],
];
for (const [ip, network] of networks) {
  test(`a request from "${ip}" is counted for "${network}"`, (t) => t.is(networkOf(ip), network));
}
