import { z } from 'zod';
import { StartUrl } from '../input/start-url.js';
import { text } from '../input/text.js';
import type { ClientField } from './client-field.js';
import { BackchannelLogoutUri, Origin, RedirectUri, WebUrl } from './client-rules.js';
import { BrowserScope, MachineScope, userScopes } from './client-scopes.js';

const Flag = z.boolean().default(false);
const Reference = text(1000).optional();
const Link = WebUrl.optional();
const Name = text(100, { min: 1 });

/**
 * Every field of a client that can be set and changed. The seed's schema, the row, oidc-provider's metadata, the commands,
 * their listing and the guide's table are made from it: a new field is an entry here and a migration for its column.
 * The id, the type and the secret of a client are not here; they cannot be changed in this way.
 */
export const clientFields = {
  name: {
    kind: 'text',
    browser: Name,
    machine: Name,
    column: 'name',
    metadata: 'client_name',
    option: { value: 'name', help: 'The name that users see' },
    docs: 'what people see on the pages',
  },
  redirectUris: {
    kind: 'list',
    browser: z.array(RedirectUri).min(1, 'is required'),
    ofMachine: [],
    column: 'redirect_uris',
    metadata: 'redirect_uris',
    option: { value: 'uri', help: 'An exact URL, not for MACHINE' },
    shown: { as: 'redirect URIs' },
    docs: 'at least one exact URI',
  },
  postLogoutRedirectUris: {
    kind: 'list',
    browser: z.array(RedirectUri).default([]),
    ofMachine: [],
    column: 'post_logout_redirect_uris',
    metadata: 'post_logout_redirect_uris',
    option: { value: 'uri', help: 'Where logout may redirect to' },
    shown: { as: 'post-logout redirect URIs' },
    docs: 'where logout may redirect to',
  },
  backchannelLogoutUri: {
    kind: 'text',
    browser: BackchannelLogoutUri.optional(),
    ofMachine: null,
    column: 'backchannel_logout_uri',
    metadata: 'backchannel_logout_uri',
    option: { value: 'uri', help: 'The URL that is called when a session ends' },
    shown: { as: 'back-channel logout URI' },
    docs: 'where the server [notifies the client that a session has ended](../flows/backchannel-logout.md)',
  },
  startUrl: {
    kind: 'text',
    browser: StartUrl.optional(),
    ofMachine: null,
    column: 'start_url',
    metadata: 'identity_start_url',
    option: { value: 'url', help: 'Where an accepted invitation leads' },
    shown: { as: 'start URL' },
    docs: 'the page where people begin, https or http on `localhost`. [An accepted invitation](../flows/invitation.md#where-the-user-goes-next) leads there',
  },
  origins: {
    kind: 'list',
    browser: z.array(Origin).default([]),
    ofMachine: [],
    column: 'origins',
    metadata: 'identity_origins',
    option: { value: 'origin', help: 'A browser origin that may call the API' },
    shown: { as: 'origins' },
    docs: 'browser origins that may call the API. For an SPA, the origins of its redirect URIs are added',
  },
  scopes: {
    kind: 'list',
    browser: z.array(BrowserScope).default([...userScopes]),
    machine: z.array(MachineScope).min(1),
    column: 'scopes',
    metadata: null,
    option: { value: 'scope', help: 'A scope it may request; MACHINE needs one' },
    shown: { as: 'scopes', order: 4, onOneLine: true },
    normally: 'all four',
    docs: 'of `openid`, `profile`, `email`, `offline_access`, [API scopes](../reference/api-scopes.md); machines: of `licenses:read`, `licenses:write`, `tenants:read`, `events:read`, `events:write`, and without a tenant `platform:read`, `platform:write`',
  },
  firstParty: {
    kind: 'flag',
    browser: Flag,
    ofMachine: true,
    column: 'first_party',
    metadata: 'identity_first_party',
    option: { help: 'Users are not asked for consent; not for MACHINE' },
    shown: { as: 'first-party', order: 1 },
    docs: '`true`: users are not asked for consent, and tokens have all rights of their user. For your own applications only',
  },
  licenseClaims: {
    kind: 'flag',
    browser: Flag,
    ofMachine: false,
    column: 'license_claims',
    metadata: 'identity_license_claims',
    option: { help: 'Tokens say which license the user holds' },
    shown: { as: 'license claims' },
    docs: '`true`: tokens say which license of its `application` the user holds, see [license claims](../concepts/licensing.md#license-claims)',
  },
  groupClaims: {
    kind: 'flag',
    browser: Flag,
    ofMachine: false,
    column: 'group_claims',
    metadata: 'identity_group_claims',
    option: { help: 'Tokens name the groups of the user' },
    shown: { as: 'group claims' },
    docs: '`true`: tokens for a tenant name the [groups](../reference/groups-api.md#groups-in-tokens) of the user in `groups`',
  },
  requireNonce: {
    kind: 'rule',
    browser: z.boolean().optional(),
    ofMachine: null,
    column: 'require_nonce',
    metadata: 'identity_require_nonce',
    option: { value: 'rule', help: 'Whether sign-ins need a nonce: yes, no or default' },
    shown: { as: 'nonce required' },
    docs: 'whether a sign-in needs a `nonce`. Absent: as [the server](../reference/configuration.md) is configured. [Most libraries](client-libraries.md) send one if you configure them to',
  },
  idTokenClaims: {
    kind: 'flag',
    browser: Flag,
    ofMachine: false,
    column: 'id_token_claims',
    metadata: 'identity_id_token_claims',
    option: { help: 'The ID token has the claims of profile and email' },
    shown: { as: 'ID token claims' },
    docs: '`true`: the ID token carries the claims of `profile` and `email`, for libraries that do not call userinfo',
  },
  deviceFlow: {
    kind: 'flag',
    browser: Flag,
    ofMachine: false,
    column: 'device_flow',
    metadata: null,
    option: { help: 'Users can sign in on devices without a browser' },
    shown: { as: 'device flow' },
    docs: '`true`: users can [sign in on a device without a browser](devices.md), if the server has `deviceFlow`',
  },
  application: {
    kind: 'text',
    browser: Reference,
    machine: Reference,
    column: 'application_id',
    reference: true,
    metadata: 'identity_application_id',
    option: { value: 'name', help: 'The application it belongs to' },
    shown: { as: 'application', order: 2 },
    docs: 'the name of an application in the same seed',
  },
  tenant: {
    kind: 'text',
    browser: Reference,
    machine: Reference,
    column: 'tenant_id',
    reference: true,
    metadata: 'identity_tenant_id',
    option: { value: 'slug', help: 'The only tenant it can be used for' },
    shown: { as: 'tenant', order: 3 },
    docs: 'the slug of a tenant in the same seed. Users can sign in to the client for that tenant only; a machine acts for that tenant. A machine without a tenant acts for the whole platform',
  },
  clientUri: {
    kind: 'text',
    browser: Link,
    machine: Link,
    column: 'client_uri',
    metadata: 'client_uri',
    option: { value: 'uri', help: 'Its home page' },
    shown: { as: 'home page' },
    docs: 'its home page, linked on the consent page',
  },
  logoUri: {
    kind: 'text',
    browser: Link,
    machine: Link,
    column: 'logo_uri',
    metadata: 'logo_uri',
    option: { value: 'uri', help: 'Its logo; stored, not shown on any page' },
    shown: { as: 'logo' },
    docs: 'its logo. It is stored but not shown',
  },
  policyUri: {
    kind: 'text',
    browser: Link,
    machine: Link,
    column: 'policy_uri',
    metadata: 'policy_uri',
    option: { value: 'uri', help: 'Its privacy policy' },
    shown: { as: 'privacy policy' },
    docs: 'its privacy policy, linked on the consent page',
  },
  tosUri: {
    kind: 'text',
    browser: Link,
    machine: Link,
    column: 'tos_uri',
    metadata: 'tos_uri',
    option: { value: 'uri', help: 'Its terms of service' },
    shown: { as: 'terms of service' },
    docs: 'its terms of service, linked on the consent page',
  },
} as const satisfies Record<string, ClientField>;

export type ClientFields = typeof clientFields;
export type ClientFieldName = keyof ClientFields;

/** The fields in the order of the table. */
export const clientFieldNames = Object.keys(clientFields) as readonly ClientFieldName[];
