// A process with license mirrors. argv: issuer, application, client id, client secret, number of mirrors.
import { createLicenseMirror } from '../packages/client/dist/src/index.js';

const [issuer, applicationId, clientId, clientSecret, count] = process.argv.slice(2);
const mirrors = Array.from({ length: Number(count) }, () =>
  createLicenseMirror({ issuer, applicationId, credentials: { clientId, clientSecret } }),
);
await Promise.all(mirrors.map((mirror) => mirror.ready()));
const [mirror] = mirrors;
const now = () => performance.timeOrigin + performance.now();
const turn = () => new Promise((resolve) => setImmediate(resolve));

async function until(userId, held) {
  for (;;) {
    try {
      if (mirror.check({ userId }).hasLicense === held) return now();
    } catch {
      // It does not answer at this moment.
    }
    await turn();
  }
}

process.on('message', async ({ userId }) => {
  await until(userId, true);
  process.send({ sees: 'yes' });
  process.send({ sees: 'no', at: await until(userId, false) });
});
process.on('disconnect', () => process.exit(0));
process.send({ ready: true });
