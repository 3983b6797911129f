import { generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { answerRunner } from './contender.mjs';

// S: only RS256 signatures on the thread pool, as many in flight as the other contenders have connections.
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const sign = () =>
  new SignJWT({ client_id: 'bench', scope: 'licenses:read', jti: 'a'.repeat(43) })
    .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: 'rsa' })
    .setIssuer('http://127.0.0.1')
    .setAudience('http://127.0.0.1')
    .setIssuedAt()
    .setExpirationTime('10m')
    .sign(privateKey);

/** Signs for so many seconds; returns the number of signatures and the time of each. */
async function signatures({ seconds, connections }) {
  const until = performance.now() + seconds * 1000;
  const times = [];
  const loop = async () => {
    while (performance.now() < until) {
      const started = performance.now();
      await sign();
      times.push(performance.now() - started);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: connections }, loop));
  return { seconds: (performance.now() - started) / 1000, times };
}

answerRunner({ issuer: 'none', answers: { signatures } });
