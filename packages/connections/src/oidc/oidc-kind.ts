import { type ConnectionKind, connectionKind, validationFailed } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { urisOf } from '../providers/connection-uris.js';
import { discoverProvider } from '../providers/provider.js';
import { googleIssuer, isSameIssuer } from '../providers/shared-issuers.js';
import { requireAllowedIssuer } from './allowed-issuer.js';
import { OidcSettings, oidcReply, oidcRequest, oidcWords } from './oidc-fields.js';
import { oidcForm } from './oidc-form.js';
import { secretNeeded } from './secret-needed.js';

interface OidcOptions extends Pick<IdentityPluginHost, 'issuer' | 'fetch' | 'allowsPrivateNetworks'> {
  /** Issuers beside that of Google that serve many organizations. */
  readonly hostedDomainIssuers?: readonly string[] | undefined;
}

/** OpenID Connect, with the authorization code flow and a client secret. */
export function oidcKind(options: OidcOptions): ConnectionKind {
  const { issuer: ownIssuer, fetch, hostedDomainIssuers = [] } = options;
  const sharedIssuers = [googleIssuer, ...hostedDomainIssuers];
  return connectionKind({
    kind: 'OIDC',
    request: oidcRequest,
    reply: oidcReply,
    words: oidcWords,
    secrets: ['clientSecret'],
    // Not the secret: it is replaced regularly, and decides only whether the provider recognizes us.
    tested: ['issuer', 'clientId', 'emailClaim'],
    settings: OidcSettings,
    async prepare(values) {
      if (values.issuer !== undefined) requireAllowedIssuer(options, values.issuer);
      return values;
    },
    store(values, before) {
      const { issuer = before?.issuer ?? '', clientId = before?.settings.clientId ?? '', clientSecret } = values;
      // The stored secret belongs to the old ones: it would be sent to whomever the new issuer names, so that everybody who
      // can change a connection could read it.
      if (before && clientSecret === undefined && (issuer !== before.issuer || clientId !== before.settings.clientId))
        throw validationFailed([{ path: 'clientSecret', message: secretNeeded }]);
      const {
        emailClaim = before?.settings.emailClaim ?? 'email',
        logoutAtProvider = before?.settings.logoutAtProvider ?? false,
      } = values;
      return { issuer, settings: { clientId, emailClaim, logoutAtProvider }, secret: clientSecret };
    },
    show: ({ id, issuer, settings }) => ({ issuer, ...settings, ...urisOf(ownIssuer, id) }),
    async connect({ id, issuer, settings, secret }) {
      const { clientId, emailClaim } = settings;
      const ofMany = sharedIssuers.some((each) => isSameIssuer(each, issuer));
      const { redirectUri, postLogoutRedirectUri } = urisOf(ownIssuer, id);
      const uris = { redirectUri, postLogoutRedirectUri };
      const client = { issuer, clientId, clientSecret: secret() ?? '', emailClaim, ofMany, ...uris };
      const provider = await discoverProvider(client, fetch);
      return {
        begin: async (attempt, wishes) => ({ redirect: await provider.authorizationUrl(attempt, wishes) }),
        identify: (attempt, response) => provider.identify(attempt, response),
        logoutUrl: (user) => provider.logoutUrl(user),
      };
    },
    leaves: ({ settings }) => settings.logoutAtProvider,
    returns: { method: 'get', path: 'callback', stateField: 'state' },
    facts: ({ issuer, subject, email, emailVerified, name, amr = [], acr }) => [
      ['iss', issuer],
      ['sub', subject],
      ['email', email],
      ['email_verified', emailVerified === undefined ? undefined : String(emailVerified)],
      ['name', name],
      ['amr', amr.length === 0 ? undefined : amr.join(', ')],
      ['acr', acr],
    ],
    form: oidcForm({ issuer: ownIssuer }),
  });
}
