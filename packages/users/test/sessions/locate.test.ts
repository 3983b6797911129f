import test from 'ava';
import { locate } from '../../src/sessions/locate.js';

for (const [ip, location] of [
  ['8.8.8.8', 'United States'],
  ['::ffff:8.8.8.8', 'United States'],
  ['::ffff:808:808', 'United States'],
  ['2001:4860:4860::8888', 'United States'],
  ['91.198.174.192', 'Netherlands'],
  ['10.1.2.3', 'Local network'],
  ['172.20.0.1', 'Local network'],
  ['192.168.1.1', 'Local network'],
  ['100.64.0.9', 'Local network'],
  ['169.254.1.1', 'Local network'],
  ['127.0.0.1', 'Local network'],
  ['::1', 'Local network'],
  ['fd00::1', 'Local network'],
  ['fe80::1', 'Local network'],
  ['fe80::1%eth0', 'Local network'],
  ['::ffff:10.1.2.3', 'Local network'],
  ['240.0.0.1', 'Unknown'],
  ['', 'Unknown'],
  ['nonsense', 'Unknown'],
] as const) {
  test(`"${ip}" is in: ${location}`, (t) => {
    t.is(locate(ip), location);
  });
}
