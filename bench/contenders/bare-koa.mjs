import Koa from 'koa';
import { answerRunner, openPort } from './contender.mjs';

// K: a bare Koa route with a response of the size of the real one.
const { http, issuer } = await openPort();
const license = {
  hasLicense: true,
  licenseType: 'pro',
  licenseTypeName: 'Pro',
  features: ['export'],
  assignedAt: new Date(),
  reason: 'LICENSED',
};
const key = { kty: 'RSA', kid: 'k'.repeat(43), use: 'sig', alg: 'RS256', n: 'n'.repeat(342), e: 'AQAB' };
const discovery = Object.fromEntries(
  Array.from({ length: 30 }, (_, index) => [`field_${index}`, `${issuer}/api/oauth/x`]),
);
const bodies = {
  '/api/integration/licenses/check': license,
  '/.well-known/openid-configuration': discovery,
  '/api/oauth/jwks': { keys: [key] },
};
const app = new Koa().use((ctx) => {
  ctx.body = bodies[ctx.path];
});
http.on('request', app.callback());
answerRunner({ issuer });
