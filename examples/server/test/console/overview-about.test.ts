import test from 'ava';
import { textOf, visitAs } from '../support/console-visitors.js';
import { freshTenant } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

test('the overview tells every member about the organization', async (t) => {
  const tenant = await freshTenant(server);
  for (const visitor of ['member', 'admin', 'super admin'] as const) {
    const visit = await visitAs(server, tenant, visitor);
    const text = textOf((await visit.open(`/console/${tenant.slug}`)).html);
    t.regex(
      text,
      new RegExp(`About this organization Name Fresh Short name ${tenant.slug} Second factor Optional Created`, 'u'),
    );
    t.is(text.includes('Latest events'), visitor !== 'member');
  }
});
