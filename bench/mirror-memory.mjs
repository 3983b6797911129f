// Measures a license mirror in a process of its own: `node --expose-gc bench/mirror-memory.mjs [seats]`. A stub sends the snapshot, so
// that only the mirror is measured.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createLicenseMirror } from '../packages/client/dist/src/index.js';

const count = Number(process.argv[2] ?? 100_000);
const [tenantId, subscriptionId, applicationId] = [randomUUID(), randomUUID(), randomUUID()];
const subscription = {
  id: subscriptionId,
  tenantId,
  licenseType: 'pro',
  licenseTypeName: 'Pro',
  features: ['contacts', 'reports'],
  limits: { contacts: 10_000 },
  status: 'ACTIVE',
  startsAt: '2026-01-01T00:00:00.000Z',
  expiresAt: null,
  settleAt: null,
};
const assignedAt = new Date().toISOString();
/** The users who are checked: some of all, as strings that are not those of the mirror. */
const checked = [];

function page(query) {
  const from = Number(query.get('after') ?? 0);
  const limit = Math.min(Number(query.get('limit')), count - from);
  const seats = Array.from({ length: limit }, () => ({ tenantId, userId: randomUUID(), subscriptionId, assignedAt }));
  for (let index = 0; index < limit; index += 10) checked.push(Buffer.from(seats[index].userId).toString());
  const next = from + limit < count ? String(from + limit) : null;
  return { tenantId, position: '', at: Date.now(), subscriptions: [subscription], seats, next };
}

const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = `${part({ alg: 'none' })}.${part({ tenant_id: tenantId })}.x`;
const stub = createServer((request, response) => {
  const url = new URL(request.url, 'http://stub');
  if (url.pathname.endsWith('/stream')) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const alive = () => response.write(`event: alive\ndata: {"asOf":${Date.now()}}\n\n`);
    alive();
    const timer = setInterval(alive, 1_000);
    response.on('close', () => clearInterval(timer));
    return;
  }
  const body = url.pathname.endsWith('/token') ? { access_token: token, expires_in: 3_600 } : page(url.searchParams);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(body));
});
await new Promise((resolve) => stub.listen(0, '127.0.0.1', resolve));
const issuer = `http://127.0.0.1:${stub.address().port}`;

const start = () => createLicenseMirror({ issuer, applicationId, credentials: { clientId: 'a', clientSecret: 'b' } });
const memory = () => {
  for (let round = 0; round < 5; round += 1) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

// The first mirror compiles the code, and leaves what every program has once.
const first = start();
await first.ready();
first.close();
checked.length = 0;
const before = memory();
const began = performance.now();
const mirror = start();
await mirror.ready();
const loaded = performance.now() - began;
const names = checked.splice(0);
const held = names.length * 64;
const bytes = (memory() - before - held) / mirror.size;

const rates = [];
for (let round = 0; round < 5; round += 1) {
  const since = process.cpuUsage();
  let licensed = 0;
  for (let index = 0; index < 300_000; index += 1)
    if (mirror.check({ userId: names[index % names.length] }).hasLicense) licensed += 1;
  if (licensed !== 300_000) throw new Error('A check was wrong.');
  // The time of the CPU, so that a busy computer gives the same result.
  const { user, system } = process.cpuUsage(since);
  rates.push(3e11 / (user + system));
  // Lets the stream be read.
  await new Promise((resolve) => setTimeout(resolve, 50));
}
const best = Math.max(...rates);
console.log(`${mirror.size} seats loaded in ${loaded.toFixed()} ms, ${bytes.toFixed()} bytes each`);
console.log(`${Math.round(best / 1000).toLocaleString('en')},000 checks per second, ${(1e9 / best).toFixed()} ns each`);
process.exit(0);
