import {
  clientCredentials,
  codeExchange,
  discovery,
  introspection,
  jwks,
  licenseCheck,
  refresh,
  signing,
  userinfo,
} from './requests.mjs';

/** The scenarios: contenders, preparation, and bars (the least multiple of the anchor's requests). */
export const scenarios = [
  {
    key: 'client-credentials',
    title: 'client credentials, RS256',
    start: (name, contender) => (name === 'S' ? signing() : clientCredentials('RS256')(name, contender)),
    contenders: ['identity', 'M', 'G', 'P', 'S'],
    bars: { M: { least: 0.9, aim: 0.95 }, G: { least: 1.8 } },
  },
  {
    key: 'refresh',
    title: 'refresh with rotation (two JWTs), RS256',
    start: refresh,
    contenders: ['identity', 'M', 'P'],
    bars: { M: { least: 0.8, aim: 0.9 } },
  },
  {
    key: 'code',
    title: 'authorization code exchange',
    start: codeExchange,
    contenders: ['identity', 'M', 'P'],
    bars: { M: { least: 0.75, aim: 0.85 } },
  },
  {
    key: 'userinfo',
    title: 'userinfo',
    start: userinfo,
    contenders: ['identity', 'M', 'P'],
    bars: { M: { least: 0.65, aim: 0.8 }, P: { least: 4 } },
  },
  {
    key: 'introspection',
    title: 'introspection, no hint',
    start: introspection,
    contenders: ['identity', 'M', 'P'],
    bars: { M: { least: 0.55, aim: 0.7 }, P: { least: 3 } },
  },
  {
    key: 'license-check',
    title: 'license check, user token',
    start: licenseCheck,
    contenders: ['identity', 'KP', 'K', 'P'],
    bars: { KP: { least: 0.85 }, K: { least: 0.4 }, P: { least: 2.5 } },
  },
  {
    key: 'discovery',
    title: 'discovery',
    start: discovery,
    contenders: ['identity', 'K', 'M'],
    bars: { K: { least: 0.8, aim: 0.95 } },
  },
  {
    key: 'jwks',
    title: 'JWKS',
    start: jwks,
    contenders: ['identity', 'K', 'M'],
    bars: { K: { least: 0.8, aim: 0.95 } },
  },
  {
    key: 'client-credentials-es256',
    title: 'client credentials, ES256',
    start: clientCredentials('ES256'),
    contenders: ['identityES256', 'M'],
    bars: { M: { least: 0.85, aim: 1 } },
  },
];
