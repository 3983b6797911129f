import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { copyFile, cp, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { freePort } from '../support/server-process.js';
import { type CustomerSetup, client, type Employee, type StartProvider } from './customer-provider.js';
import { providerFolder, startProvider } from './provider-process.js';

const docs = '/usr/share/doc/glewlwyd';
const webapp = '/usr/share/glewlwyd/webapp';
const passwordOf = ({ login }: Employee) => `password of ${login}`;

/** Glewlwyd of Debian, with its SQLite database, its OpenID Connect plugin and its own sign-in page. */
export const startGlewlwyd: StartProvider = async (setup) => {
  const folder = await providerFolder('glewlwyd');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await writeDatabase(folder);
  await copyPages(folder);
  const config = join(folder, 'glewlwyd.conf');
  await writeFile(config, configuration(await unzipped('glewlwyd.conf.sample.gz'), { folder, port, url }));
  const command = ['glewlwyd', `--config-file=${config}`] as const;
  const { stop } = await startProvider(command, { folder, readyUrl: `${url}/config` });
  await configure(`${url}/api`, setup).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const granted = new Set<string>();
  return {
    issuer: `${url}/api/oidc`,
    ...client,
    async signIn(page, employee) {
      await page.locator('#username').fill(employee.login);
      await page.locator('#password').fill(passwordOf(employee));
      await page.locator('#password').press('Enter');
      if (!granted.has(employee.login)) {
        for (const scope of ['email', 'profile']) await page.locator(`#grant-${scope}`).check();
        await page.getByRole('button', { name: 'Grant access' }).click();
      }
      granted.add(employee.login);
      await page.getByRole('button', { name: 'Continue' }).click();
    },
    stop,
  };
};

const unzipped = async (name: string) => gunzipSync(await readFile(join(docs, name))).toString();

async function writeDatabase(folder: string): Promise<void> {
  const script = join(folder, 'init.sql');
  await writeFile(script, await unzipped('database/init.sqlite3.sql.gz'));
  await promisify(execFile)('sqlite3', [join(folder, 'glewlwyd.db'), `.read ${script}`]);
}

/** The pages of the package. Its link to their settings leads to a folder instead of the file in it. */
async function copyPages(folder: string): Promise<void> {
  const pages = join(folder, 'webapp');
  const settings = 'config.json';
  await cp(webapp, pages, { recursive: true, dereference: true, filter: (source) => basename(source) !== settings });
  await copyFile(join('/usr/share/glewlwyd/templates', settings), join(pages, settings));
}

/** The sample of the package, with our port and folder. */
function configuration(sample: string, { folder, port, url }: { folder: string; port: number; url: string }): string {
  const changes = {
    port: `${port}`,
    external_url: `"${url}"`,
    static_files_path: `"${folder}/webapp/"`,
    cookie_domain: '"127.0.0.1"',
    cookie_secure: '0',
    path: `"${folder}/glewlwyd.db"`,
  };
  const changed = Object.entries(changes).reduce(
    (text, [name, value]) => text.replace(new RegExp(`^( *${name} ?= ?).*$`, 'mu'), `$1${value}`),
    sample,
  );
  return `bind_address="127.0.0.1"\n${changed}`;
}

/** Adds the plugin, the client and the users, as an administrator does. */
async function configure(api: string, { redirectUri, employees }: CustomerSetup): Promise<void> {
  let cookie = '';
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', cookie };
    const response = await fetch(`${api}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const signedIn = await post('/auth/', { username: 'admin', password: 'password' });
  cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const scopes = ['openid', 'email', 'profile'];
  for (const name of ['email', 'profile'])
    await post('/scope/', { name, display_name: name, password_required: true, scheme: {} });
  await post('/mod/plugin/', { module: 'oidc', name: 'oidc', display_name: 'OpenID Connect', parameters: plugin(api) });
  await post('/client/', {
    client_id: client.clientId,
    client_secret: client.clientSecret,
    name: 'Identity Server',
    confidential: true,
    enabled: true,
    redirect_uri: [redirectUri],
    authorization_type: ['code'],
    scope: [],
    // What the form of a new client suggests.
    token_endpoint_auth_method: ['client_secret_basic'],
  });
  for (const employee of Object.values(employees)) {
    const { login: username, name, email } = employee;
    await post('/user/', { username, password: passwordOf(employee), name, email, enabled: true, scope: scopes });
  }
}

function plugin(api: string) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    iss: `${api}/oidc`,
    'jwt-type': 'rsa',
    'jwt-key-size': '256',
    key: privateKey.export({ type: 'pkcs1', format: 'pem' }),
    cert: publicKey.export({ type: 'spki', format: 'pem' }),
    'jwks-show': true,
    'access-token-duration': 3600,
    'refresh-token-duration': 3600,
    'code-duration': 600,
    'refresh-token-rolling': false,
    'subject-type': 'public',
    'allow-non-oidc': false,
    'auth-type-code-enabled': true,
    'auth-type-token-enabled': false,
    'auth-type-id-token-enabled': true,
    'auth-type-none-enabled': false,
    'auth-type-password-enabled': false,
    'auth-type-client-enabled': false,
    'auth-type-device-enabled': false,
    'auth-type-refresh-enabled': false,
    'pkce-allowed': true,
    'pkce-method-plain-allowed': false,
    'oauth-as-iss-id': true,
    'allowed-scope': ['openid', 'email', 'profile'],
    'name-claim': 'no',
    'name-claim-scope': ['profile'],
    'email-claim': 'no',
    'email-claim-scope': ['email'],
    'address-claim': { type: 'no' },
  };
}
