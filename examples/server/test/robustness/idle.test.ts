import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@org/identity-testing/until';
import test from 'ava';
import { type CountedStatements, countStatements } from '../support/counted-statements.js';
import { allPlugins, startTestServer } from '../support/test-server.js';

/** The most frequent jobs run every 15 seconds, or a little later: in this time each of them runs once. */
const seconds = 17;

test('an idle process sends at most one statement a second, and does not ask for events', async (t) => {
  let counted: CountedStatements | undefined;
  const through = async (url: string) => (counted = await countStatements(url));
  const server = await startTestServer({ through, plugins: allPlugins() });
  const statements = counted?.statements ?? [];
  await until(async () => statements.some((text) => text.includes('identity.outgoing_mails')));
  statements.length = 0;
  await delay(seconds * 1000);
  const sent = [...statements];
  await server.stop();
  t.true(
    sent.some((text) => text.includes('identity.outgoing_mails')),
    'the jobs run',
  );
  t.true(sent.length <= seconds, `${sent.length} statements in ${seconds} seconds:\n${sent.join('\n')}`);
  t.deepEqual(
    sent.filter((text) => text.includes('next_horizon')),
    [],
  );
});
