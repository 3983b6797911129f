import { join } from 'node:path';
import { type Block, type DocPage, readExamplePages, readPages } from './support-docs.js';

/** What a test does with a block of commands. */
export type Plan =
  /** Ends with exit code 0. */
  | 'runs'
  /** The server: it responds at `/ready`. It keeps running for the blocks that follow. */
  | 'serves'
  /** A program that says that it is ready, and is stopped then. */
  | { readonly starts: RegExp }
  /** It cannot be run in a fresh clone, or another test runs it. */
  | { readonly not: string };

export interface PlannedBlock {
  /** Of the entry in the list. */
  readonly name: string;
  readonly text: string;
  readonly plan: Plan | undefined;
}

const ofOtherSystem = {
  not: 'Needs the export of another system. packages/users/test/import-formats reads one of each.',
};
const ofOwnApp = { not: 'Installs a library into an app of the reader. examples/client-libraries has it installed.' };
const withSecret = {
  not: 'Needs the secret that its first command prints. The tests of examples/client-libraries do it.',
};
const ofOwnDatabase = {
  not: 'Needs a database and a secret of the reader. The tests of the example start it with one of their own.',
};
const ofDeployment = { not: 'Names the host or the database of a deployment.' };
const isReady = { starts: /ready at http:\/\/localhost:\d+/u };

const atTheRoot = 'npm run build                                   # at the root of the repository, once';

/**
 * Every block of commands in the README, the guides and the pages of the examples, by its page and first line, in the order in which a newcomer would
 * read them. Blocks with curl are not here: `test/docs/docs.test.ts` runs them all against a server.
 */
export const plans: Readonly<Record<string, Plan>> = {
  'README.md: npm start': 'serves',
  'README.md: npm test': { not: 'Runs this test.' },
  'docs/guides/getting-started.md: npm start': 'serves',
  'docs/guides/getting-started.md: npx identity-server users list': 'runs',
  'docs/guides/getting-started.md: node examples/spa/serve.mjs': isReady,
  'docs/guides/clients-and-seed.md: npx prisma db seed': 'runs',
  'docs/guides/client-libraries.md: npm run build': isReady,
  'docs/guides/mcp.md: OAUTH_FEATURES=client-id-metadata-documents,dynamic-registration npm start': 'serves',
  'docs/guides/mcp.md: npm run build': isReady,
  'docs/guides/receive-webhooks.md: npm run build': { starts: /Waiting for webhooks at/u },
  'examples/licensed-app/README.md: npm run build': isReady,
  'examples/webhook-receiver/README.md: npm run build': { starts: /Waiting for webhooks at/u },
  'examples/mcp-server/README.md: OAUTH_FEATURES=client-id-metadata-documents,dynamic-registration npm start': 'serves',
  'examples/mcp-server/README.md: npm run build': isReady,
  [`examples/express-host/README.md: ${atTheRoot}`]: ofOwnDatabase,
  [`examples/fastify-host/README.md: ${atTheRoot}`]: ofOwnDatabase,
  [`examples/koa-host/README.md: ${atTheRoot}`]: ofOwnDatabase,

  'docs/guides/bring-your-users/README.md: npx identity-server users import people.ndjson --rehearse --report report.ndjson':
    ofOtherSystem,
  'docs/guides/bring-your-users/auth0.md: npx identity-server users import passwords.json --from auth0 --rehearse':
    ofOtherSystem,
  'docs/guides/bring-your-users/better-auth.md: npx identity-server users import users.ndjson --from better-auth --rehearse':
    ofOtherSystem,
  'docs/guides/bring-your-users/clerk.md: npx identity-server users import users.csv --from clerk --rehearse':
    ofOtherSystem,
  'docs/guides/bring-your-users/cognito.md: npx identity-server users import users.json --from cognito --rehearse':
    ofOtherSystem,
  'docs/guides/bring-your-users/firebase.md: npx identity-server users import users.json --from firebase --rehearse \\':
    ofOtherSystem,
  'docs/guides/bring-your-users/keycloak.md: npx identity-server users import realm.json --from keycloak --rehearse':
    ofOtherSystem,
  'docs/guides/bring-your-users/logto.md: npx identity-server users import users.ndjson --from logto --rehearse':
    ofOtherSystem,
  'docs/guides/bring-your-users/supabase.md: npx identity-server users import users.ndjson --from supabase --rehearse':
    ofOtherSystem,
  'docs/guides/importing-people.md: identity-server users export people.ndjson --with-passwords --with-catalogue':
    ofDeployment,
  'docs/guides/importing-people.md: identity-server users import --undo 019b2c1e-5d1f-7c3a-9a52-0c6f2a9d1e77':
    ofDeployment,
  'docs/guides/bring-your-users/your-own-system.md: npx identity-server users import people.ndjson': ofOtherSystem,
  'docs/guides/bring-your-users/your-own-system.md: npx identity-server users import people.csv --from csv':
    ofOtherSystem,

  'docs/guides/client-libraries/arctic.md: npm install arctic express express-session': ofOwnApp,
  'docs/guides/client-libraries/auth-js.md: npm install @auth/express express': ofOwnApp,
  'docs/guides/client-libraries/auth-js.md: npx identity-server clients create --id shop-auth-js --name Shop --type CONFIDENTIAL --first-party --require-nonce yes \\':
    withSecret,
  'docs/guides/client-libraries/badgateway-oauth2-client.md: npm install @badgateway/oauth2-client express express-session':
    ofOwnApp,
  'docs/guides/client-libraries/express-openid-connect.md: npm install express-openid-connect express': ofOwnApp,
  'docs/guides/client-libraries/grant.md: npm install grant express express-session': ofOwnApp,
  'docs/guides/client-libraries/grant.md: npx identity-server clients create --id shop-grant --name Shop --type CONFIDENTIAL --first-party --require-nonce yes \\':
    withSecret,
  'docs/guides/client-libraries/koa-passport.md: npm install koa-passport koa-session @koa/router koa openid-client':
    ofOwnApp,
  'docs/guides/client-libraries/oidc-client-ts.md: npm install oidc-client-ts': ofOwnApp,
  'docs/guides/client-libraries/openid-client-passport.md: npm install openid-client passport express express-session':
    ofOwnApp,
  'docs/guides/client-libraries/openid-client.md: npm install openid-client express express-session': ofOwnApp,
  'docs/guides/client-libraries/passport-oauth2.md: npm install passport passport-oauth2 express express-session':
    ofOwnApp,
  'docs/guides/client-libraries/passport-openidconnect.md: npm install passport passport-openidconnect express express-session':
    ofOwnApp,
  'docs/guides/client-libraries/simple-oauth2.md: npm install simple-oauth2 express express-session': ofOwnApp,

  'docs/guides/customer-sso.md: npm install @org/identity-connections @org/identity-scim': {
    not: 'Installs packages into a host of the reader. npm run test:packages installs all of them.',
  },
  'docs/guides/customer-sso.md: apt-get install --no-install-recommends chromium glewlwyd sqlite3 liblemonldap-ng-portal-perl starman \\':
    { not: 'Installs packages of Debian as root. CONTRIBUTING.md says when to run it.' },
  'docs/guides/embedding.md: # In this repository': {
    not: 'The second half is for an app of the reader. npm run test:packages packs and installs the packages.',
  },
  'docs/guides/embedding.md: DATABASE_URL=postgresql://user:password@host/database IDENTITY_SECRET=$(openssl rand -base64 48) npx tsx host.ts':
    ofDeployment,
  'docs/guides/embedding.md: DATABASE_URL=postgresql://user:password@host/database npx identity-server migrate':
    ofDeployment,
  'docs/guides/connected-applications.md: identity-server clients block calendar-of-a-partner': ofDeployment,
  'docs/guides/importing-people.md: identity-server users import people.ndjson --rehearse --report rehearsal.ndjson':
    ofOtherSystem,
  'docs/guides/leaving.md: identity-server users export people.ndjson --with-passwords': ofDeployment,
  'docs/guides/second-factor.md: npx identity-server users second-factor-link ada@example.com --issuer https://id.example.com':
    ofDeployment,
  "docs/guides/token-exchange.md: curl https://id.example.com/api/oauth/token -u 'report-bot:SECRET' \\": ofDeployment,
  'docs/guides/token-exchange.md: curl "https://id.example.com/api/integration/licenses/check?applicationId=$APP&userId=$SUB&agentId=report-bot" \\':
    ofDeployment,
};

const guides = join('docs', 'guides');

/** Returns the blocks of commands of these pages, without those that another test runs. */
export function newcomerBlocks(): PlannedBlock[] {
  const pages = readPages().filter(({ path }) => path === 'README.md' || path.startsWith(guides));
  return [...pages, ...readExamplePages()].flatMap((page) =>
    page.blocks.filter(isCommand).map((block) => planned(page, block)),
  );
}

function planned({ path }: DocPage, { text }: Block): PlannedBlock {
  const [first = ''] = text.split('\n', 1);
  const name = `${path.replaceAll('\\', '/')}: ${first}`;
  return { name, text, plan: Object.hasOwn(plans, name) ? plans[name] : undefined };
}

const command = /^(?:[A-Z_]+=\S+ )*(?:npm|npx|node|pnpm|git|curl|docker|identity-server) /mu;

/** Blocks of the language `text` show output, unless they have a command. */
function isCommand({ language, text }: Block): boolean {
  if (language === 'sh') return !/\bcurl /u.test(text);
  return ['bash', 'shell', 'console'].includes(language) || (language === 'text' && command.test(text));
}
