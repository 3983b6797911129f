import type { Patch } from './patch.js';

/** Undocumented symbols of oidc-provider that we use but do not change. */
export type Read = Omit<Patch, 'apply'>;

const here = (name: string) => `packages/runtime/src/provider/patches/${name}.ts`;

/** All code that uses internals of oidc-provider without changing them. The test of the patches checks them as well. */
export const reads: readonly Read[] = [
  {
    name: 'logoutSecretOf',
    file: here('session-state'),
    symbols: [
      { path: 'Session.IN_PAYLOAD', shape: 'getter', reads: "'state'", file: 'lib/models/session.js' },
      {
        path: 'renderLogout',
        shape: 'source',
        reads: '{ secret } = ctx.oidc.session.state',
        file: 'lib/actions/end_session.js',
      },
    ],
    why: 'It gives out the secret of the logout form only as part of its own HTML.',
  },
  {
    name: 'endTokenBy',
    file: here('token-expires-in'),
    symbols: ['AccessToken', 'ClientCredentials'].map((model) => ({
      path: `${model}.prototype.expiration`,
      shape: 'getter' as const,
      reads: 'this.expiresIn',
      file: 'lib/models/base_token.js',
    })),
    why: 'It sets the lifetime of a token before its claims; our claims can shorten the lifetime.',
  },
  {
    name: 'provenKey',
    file: here('dpop-proof'),
    symbols: [
      {
        path: 'validateDpop',
        shape: 'source',
        reads: 'export default async function validateDpop(provider, ctx, accessToken)',
        file: 'lib/helpers/validate_dpop.js',
      },
      {
        path: 'checkDpopReplay',
        shape: 'source',
        reads: 'export async function checkDpopReplay(provider, ctx, dPoP, clientId,',
        file: 'lib/helpers/validate_dpop.js',
      },
    ],
    why: 'It verifies proofs only for its own grant types; ours exchanges tokens as well.',
  },
  {
    name: 'providerCookies',
    file: here('provider-create-context'),
    symbols: [{ path: 'createContext', shape: { parameters: 2 }, file: 'koa/lib/application.js' }],
    why: 'It signs its session cookie with its own keys; our pages open and end sessions as well.',
  },
];
