import type { Patch } from './patch.js';

/** Something of oidc-provider that we use beyond what its documentation promises, and do not change. */
export type Read = Omit<Patch, 'apply'>;

const here = (name: string) => `packages/server/src/provider/patches/${name}.ts`;

/** Every place where we use the inside of oidc-provider without changing it. The same test holds it to its version. */
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
    why: 'It hands out the secret of the logout form only inside HTML of its own.',
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
    why: 'Its lifetimes are known before the claims of a token are; claims of ours can end a token earlier.',
  },
  {
    name: 'providerCookies',
    file: here('provider-create-context'),
    symbols: [{ path: 'createContext', shape: { parameters: 2 }, file: 'koa/lib/application.js' }],
    why: 'It signs its cookies with keys of its own; pages of ours open and end sessions as well.',
  },
];
