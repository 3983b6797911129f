import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@org/identity-testing/until';
import test from 'ava';
import { type CountedStatements, countStatements } from '../support/counted-statements.js';
import { allPlugins, startTestServer } from '../support/test-server.js';

/** Almost all jobs run at least once in this time, the most frequent ones four times. */
const seconds = 61;

test('an idle process sends at most one statement a second, and does not ask for events', async (t) => {
  let counted: CountedStatements | undefined;
  const through = async (url: string) => (counted = await countStatements(url));
  const server = await startTestServer({ through, plugins: allPlugins() });
  const statements = counted?.statements ?? [];
  // The first round of the jobs also opens connections.
  await until(async () => statements.filter((text) => text.includes('identity.outgoing_mails')).length === 2);
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
