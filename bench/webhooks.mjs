import { fork } from 'node:child_process';
import { once } from 'node:events';
import { platform, withEventServer } from './events-fixtures.mjs';
import { postForm } from './exchange-codes.mjs';
import { tenant } from './fixtures.mjs';
import { pathsOf } from './paths.mjs';

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** How many events per second one process delivers to a receiver on this machine. Returns a Markdown table. */
export async function measureWebhooks({ deliveries = 20_000, counts = [1, 10] } = {}) {
  const rows = [];
  for (const count of counts) rows.push([count, await measureOnce(count, Math.ceil(deliveries / count))]);
  return [
    '| webhooks | deliveries per second |',
    '| --- | --- |',
    ...rows.map(([count, speed]) => `| ${count} | ${number.format(speed)} |`),
  ].join('\n');
}

async function measureOnce(count, perWebhook) {
  const receiver = fork(new URL('./webhook-receiver.mjs', import.meta.url));
  const [{ port }] = await once(receiver, 'message');
  const state = async () => {
    receiver.send('state');
    return (await once(receiver, 'message'))[0];
  };
  try {
    return await withEventServer({}, async ({ server, client }) => {
      const token = await tokenOf(server);
      for (let index = 0; index < count; index += 1)
        await addWebhook(server, token, `http://127.0.0.1:${port}/${index}`);
      const wanted = count * perWebhook;
      const started = performance.timeOrigin + performance.now();
      // In transactions of a hundred, as an import would write them.
      for (let written = 0; written < perWebhook; written += 100) await client.query(insert, [tenant.id]);
      for (;;) {
        const { distinct, last, count: sent } = await state();
        if (distinct >= wanted) {
          if (sent > distinct) console.error(`${sent - distinct} of ${sent} deliveries were sent twice.`);
          return wanted / ((last - started) / 1000);
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    });
  } finally {
    receiver.disconnect();
    await once(receiver, 'exit');
  }
}

const insert = `INSERT INTO identity.events (id, type, tenant_id, actor_kind, subject_id, data)
  SELECT gen_random_uuid(), 'seat.granted', $1::uuid, 'system', gen_random_uuid()::text, '{"cause":"bench"}'
  FROM generate_series(1, 100)`;

async function tokenOf(server) {
  const fields = { grant_type: 'client_credentials', scope: 'events:read events:write' };
  const { body } = await postForm(server, pathsOf('identity').token, fields, platform);
  if (!body.access_token) throw new Error(JSON.stringify(body));
  return body.access_token;
}

async function addWebhook(server, token, url) {
  const response = await fetch(`${server.issuer}/api/platform/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url, events: ['seat.*'] }),
  });
  if (response.status !== 201) throw new Error(await response.text());
}
