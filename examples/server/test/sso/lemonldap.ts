import { generateKeyPairSync } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../support/server-process.js';
import { type CustomerSetup, client, type StartProvider } from './customer-provider.js';
import { providerFolder, startProvider } from './provider-process.js';

const application = `use Plack::Builder;
use Plack::App::File;
use Lemonldap::NG::Portal::Main;
my $portal = Lemonldap::NG::Portal::Main->run( {} );
my $static = '/usr/share/lemonldap-ng/portal/htdocs/static';
builder {
    mount '/static'     => Plack::App::File->new( root => $static )->to_app;
    mount '/javascript' => Plack::App::File->new( root => '/usr/share/javascript' )->to_app;
    mount '/'           => $portal;
};
`;

/** The portal of LemonLDAP::NG of Debian, with its demo users, whose passwords are their logins. */
export const startLemonldap: StartProvider = async (setup) => {
  const folder = await providerFolder('lemonldap');
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}/`;
  for (const name of ['conf', 'sessions/lock', 'persistent/lock', 'cache'])
    await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, 'portal.psgi'), application);
  await writeFile(join(folder, 'lemonldap-ng.ini'), localSettings(folder));
  await writeFile(join(folder, 'conf/lmConf-1.json'), JSON.stringify(configuration(folder, issuer, setup)));
  const { stop } = await startProvider(
    ['starman', '--listen', `127.0.0.1:${port}`, '--workers', '3', '--disable-keepalive', 'portal.psgi'],
    {
      folder,
      readyUrl: `${issuer}.well-known/openid-configuration`,
      env: { LLNG_DEFAULTCONFFILE: join(folder, 'lemonldap-ng.ini') },
    },
  );
  const consented = new Set<string>();
  return {
    issuer,
    ...client,
    async signIn(page, { login }) {
      await page.locator('input[name=user]').fill(login);
      await page.locator('input[name=password]').fill(login);
      await page.getByRole('button', { name: 'Connect' }).click();
      if (!consented.has(login)) await page.getByRole('button', { name: 'Accept' }).click();
      consented.add(login);
    },
    stop,
  };
};

const localSettings = (folder: string) => `[all]
logLevel = warn
logger = Lemonldap::NG::Common::Logger::Std
userLogger = Lemonldap::NG::Common::Logger::Std
[configuration]
type = File
dirName = ${folder}/conf
[portal]
staticPrefix = /static
templateDir = /usr/share/lemonldap-ng/portal/templates
languages = en
`;

function configuration(folder: string, portal: string, { redirectUri, employees }: CustomerSetup) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const files = (name: string) => ({
    Directory: join(folder, name),
    LockDirectory: join(folder, name, 'lock'),
    generateModule: 'Lemonldap::NG::Common::Apache::Session::Generate::SHA256',
  });
  const [first, ...others] = Object.values(employees);
  // The demo users have fixed emails. An expression of the portal gives them those of the test.
  const email = others.reduce(
    (rest, each) => `$uid eq '${each.login}' ? '${each.email}' : ${rest}`,
    `'${first?.email}'`,
  );
  return {
    cfgNum: 1,
    cfgDate: '1700000000',
    cfgVersion: '2.16.1',
    portal,
    domain: '127.0.0.1',
    cookieName: 'lemonldap',
    securedCookie: 0,
    authentication: 'Demo',
    userDB: 'Same',
    passwordDB: 'Null',
    registerDB: 'Null',
    demoExportedVars: { cn: 'cn', mail: 'mail', uid: 'uid' },
    exportedVars: {},
    macros: { _whatToTrace: 'lc($_user)', corporateEmail: email },
    whatToTrace: '_whatToTrace',
    globalStorage: 'Apache::Session::File',
    globalStorageOptions: files('sessions'),
    persistentStorage: 'Apache::Session::File',
    persistentStorageOptions: files('persistent'),
    localSessionStorage: 'Cache::FileCache',
    localSessionStorageOptions: { cache_root: join(folder, 'cache'), namespace: 'sessions', cache_depth: 3 },
    locationRules: { '127.0.0.1': { default: 'accept' } },
    portalDisplayRegister: 0,
    portalDisplayResetPassword: 0,
    issuerDBOpenIDConnectActivation: 1,
    oidcServiceAllowAuthorizationCodeFlow: 1,
    oidcServicePrivateKeySig: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    oidcServicePublicKeySig: publicKey.export({ type: 'spki', format: 'pem' }),
    oidcServiceKeyIdSig: 'key-of-the-test',
    oidcRPMetaDataOptions: {
      identity: {
        oidcRPMetaDataOptionsDisplayName: 'Identity Server',
        oidcRPMetaDataOptionsClientID: client.clientId,
        oidcRPMetaDataOptionsClientSecret: client.clientSecret,
        oidcRPMetaDataOptionsIDTokenSignAlg: 'RS256',
        oidcRPMetaDataOptionsRedirectUris: redirectUri,
        oidcRPMetaDataOptionsRequirePKCE: 1,
      },
    },
    oidcRPMetaDataExportedVars: { identity: { email: 'corporateEmail', name: 'cn', preferred_username: 'uid' } },
  };
}
