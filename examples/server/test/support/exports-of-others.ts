import { foreignHashes } from './foreign-hashes.js';

/** Files as other systems write them, from their public documentation. Every person with a hash has `foreignPassword`. */
export interface ForeignExport {
  readonly text: string;
  /** The options of the command for it. */
  readonly options?: readonly string[];
  /** Who can sign in with the old password, and who has none. */
  readonly withPassword: readonly string[];
  readonly without: readonly string[];
  /** The numbers of the lines that are refused. */
  readonly refused?: readonly number[];
}

const lines = (...values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const bcrypt = foreignHashes['bcrypt 2b'].hash;
const { hash: argon2 } = foreignHashes.argon2id;
const firebase = foreignHashes.firebase;
const ofKeycloak = (kind: 'keycloak pbkdf2' | 'keycloak argon2') => JSON.parse(foreignHashes[kind].hash) as object;

/** The exports, with emails that no other test uses. */
export function foreignExports(domain: string): Record<string, ForeignExport> {
  const ada = `ada@${domain}`;
  const bob = `bob@${domain}`;
  return {
    auth0: {
      text: lines(
        { _id: { $oid: '60425dc43519d90068f82973' }, email: ada, email_verified: true, passwordHash: bcrypt },
        { user_id: 'auth0|2', email: bob, email_verified: true, name: 'Bob', created_at: '2021-03-04T05:06:07.000Z' },
      ),
      withPassword: [ada],
      without: [bob],
    },
    keycloak: {
      text: JSON.stringify({
        realm: 'acme',
        users: [
          {
            id: '0f5c',
            username: 'ada',
            email: ada,
            emailVerified: true,
            enabled: true,
            createdTimestamp: 1614834367000,
            credentials: [ofKeycloak('keycloak pbkdf2')],
            realmRoles: ['offline_access'],
          },
          {
            id: '0f5d',
            username: 'bob',
            email: bob,
            emailVerified: true,
            credentials: [ofKeycloak('keycloak argon2')],
          },
          { id: '0f5e', username: 'service-account-shop', enabled: true, serviceAccountClientId: 'shop' },
        ],
      }),
      withPassword: [ada, bob],
      without: [],
    },
    cognito: {
      text: `cognito:username,name,email,email_verified,cognito:mfa_enabled\nada,Ada,${ada},TRUE,FALSE\nbob,Bob,,FALSE,\n`,
      withPassword: [],
      without: [ada],
      refused: [3],
    },
    firebase: {
      text: JSON.stringify({
        users: [
          { localId: 'f1', email: ada, emailVerified: true, passwordHash: firebase.hash, salt: firebase.salt },
          { localId: 'f2', email: bob, emailVerified: true, providerUserInfo: [] },
        ],
      }),
      options: [
        ...['--firebase-signer-key', firebase.signerKey, '--firebase-salt-separator', firebase.saltSeparator],
        ...['--firebase-rounds', String(firebase.rounds), '--firebase-mem-cost', String(firebase.memCost)],
      ],
      withPassword: [ada],
      without: [bob],
    },
    logto: {
      text: lines(
        { id: 'u1', primaryEmail: ada, passwordEncrypted: argon2, passwordEncryptionMethod: 'Argon2id', name: 'Ada' },
        { id: 'u2', primaryEmail: bob, passwordEncrypted: bcrypt, passwordEncryptionMethod: 'Bcrypt' },
      ),
      withPassword: [ada, bob],
      without: [],
    },
    'better-auth': {
      text: JSON.stringify({
        user: [{ id: 'b1', email: ada, emailVerified: true, name: 'Ada', createdAt: '2021-03-04T05:06:07Z' }],
        account: [
          { userId: 'b1', providerId: 'credential', accountId: 'b1', password: foreignHashes['better-auth'].hash },
        ],
      }),
      withPassword: [ada],
      without: [],
    },
    clerk: {
      text: [
        'id,first_name,last_name,username,primary_email_address,primary_phone_number,verified_email_addresses,' +
          'unverified_email_addresses,verified_phone_numbers,unverified_phone_numbers,totp_secret,password_digest,password_hasher',
        `user_2a,Ada,Lovelace,,${ada},,${ada},,,,,${bcrypt},bcrypt`,
        `user_2b,Bob,,,${bob},,${bob},,,,,,`,
        'user_2c,Eve,,eve,,,,,,,,,\n',
      ].join('\n'),
      withPassword: [ada],
      without: [bob],
      refused: [4],
    },
    supabase: {
      text: JSON.stringify([
        {
          id: '6f0a',
          email: ada,
          encrypted_password: bcrypt,
          email_confirmed_at: '2021-03-04 05:06:07.123456+00',
          created_at: '2021-03-04 05:06:07.123456+00',
          banned_until: null,
          raw_user_meta_data: { full_name: 'Ada' },
        },
        { id: '6f0b', email: bob, encrypted_password: '', email_confirmed_at: '2021-03-04T05:06:07Z' },
        { id: '6f0c', email: null, is_anonymous: true },
      ]),
      withPassword: [ada],
      without: [bob],
    },
    csv: {
      text: `email,emailVerified,displayName\n${ada},true,"Ada, Countess"\nnot an email,true,Nobody\n${bob},true,Bob\n`,
      withPassword: [],
      without: [ada, bob],
      refused: [3],
    },
  };
}
