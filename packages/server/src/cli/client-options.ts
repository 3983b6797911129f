import type { Command, Invocation, Values } from './command.js';
import { camelCase } from './option-name.js';

/** The options for the fields of a client that can be changed later. */
export const clientOptions = {
  name: { type: 'string', value: 'name', help: 'The name that users see' },
  'redirect-uri': { type: 'string', multiple: true, value: 'uri', help: 'An exact URL, not for MACHINE' },
  'post-logout-redirect-uri': { type: 'string', multiple: true, value: 'uri', help: 'Where logout may redirect to' },
  'backchannel-logout-uri': { type: 'string', value: 'uri', help: 'The URL that is called when a session ends' },
  'start-url': { type: 'string', value: 'url', help: 'Where an accepted invitation leads' },
  origin: { type: 'string', multiple: true, value: 'origin', help: 'A browser origin that may call the API' },
  scope: { type: 'string', multiple: true, value: 'scope', help: 'A scope it may request; MACHINE needs one' },
  'first-party': { type: 'boolean', help: 'Users are not asked for consent; not for MACHINE' },
  'license-claims': { type: 'boolean', help: 'Tokens say which license the user holds' },
  'require-nonce': { type: 'string', value: 'rule', help: 'Whether sign-ins need a nonce: yes, no or default' },
  'id-token-claims': { type: 'boolean', help: 'The ID token has the claims of profile and email' },
  application: { type: 'string', value: 'name', help: 'The application it belongs to' },
  tenant: { type: 'string', value: 'slug', help: 'The only tenant it can be used for' },
  'client-uri': { type: 'string', value: 'uri', help: 'Its home page' },
  'logo-uri': { type: 'string', value: 'uri', help: 'Its logo; stored, not shown on any page' },
  'policy-uri': { type: 'string', value: 'uri', help: 'Its privacy policy' },
  'tos-uri': { type: 'string', value: 'uri', help: 'Its terms of service' },
} as const satisfies Command['options'];

/** The fields that were given, by the names of the seed. An empty value takes a field away; of a list it leaves none. */
export function clientFields(values: Values): Record<string, unknown> {
  const entries = Object.entries(clientOptions).flatMap(([option, definition]) => {
    const value = values[option];
    if (value === undefined || option === 'require-nonce') return [];
    const multiple = 'multiple' in definition;
    const given = multiple ? (value as readonly string[]).filter((each) => each !== '') : value;
    return [[multiple ? `${camelCase(option)}s` : camelCase(option), given === '' ? undefined : given] as const];
  });
  return Object.fromEntries(entries);
}

/** The rule for nonces that an option or an answer names; undefined is the server's own. */
export function nonceRule(
  { values }: Pick<Invocation, 'values'>,
  answered?: string,
): { requireNonce?: boolean | undefined } {
  const given = String(values['require-nonce'] ?? answered ?? '').toLowerCase();
  if (['yes', 'y'].includes(given)) return { requireNonce: true };
  if (['no', 'n'].includes(given)) return { requireNonce: false };
  if (given === '' || given === 'default')
    return values['require-nonce'] === undefined ? {} : { requireNonce: undefined };
  throw new Error('--require-nonce: must be yes, no or default');
}
