import test from 'ava';
import { z } from 'zod';
import { callChecked } from '../../src/api/reply-check.js';
import { reply } from '../../src/index.js';

let parsed = 0;
const Count = z.object({ count: z.number() }).transform((value) => {
  parsed += 1;
  return value;
});

test.serial('a reply is checked at once and only once, and returned unchanged', async (t) => {
  parsed = 0;
  const value = { count: 1, hidden: true };
  const sent = await callChecked(Count, async () => {
    t.is(reply(value), value);
    t.is(parsed, 1);
    return value;
  });
  t.deepEqual(sent, { count: 1 });
  t.is(parsed, 1);
});

test.serial('a reply that does not fit fails where it is made', async (t) => {
  const steps: string[] = [];
  const call = callChecked(Count, async () => {
    steps.push('written');
    reply({ count: 'many' });
    steps.push('committed');
  });
  await t.throwsAsync(call, { instanceOf: z.ZodError });
  t.deepEqual(steps, ['written']);
});

test.serial('another result than the checked one is checked after the handler', async (t) => {
  const handle = (result: unknown) => async () => {
    reply({ count: 1 });
    return result;
  };
  t.deepEqual(await callChecked(Count, handle({ count: 2 })), { count: 2 });
  await t.throwsAsync(callChecked(Count, handle({ count: 'many' })), { instanceOf: z.ZodError });
  await t.throwsAsync(callChecked(Count, handle(undefined)), { instanceOf: z.ZodError });
});

test.serial('of a transaction that is repeated, the last reply is sent', async (t) => {
  const sent = await callChecked(Count, async () => {
    reply({ count: 1 });
    return reply({ count: 2 });
  });
  t.deepEqual(sent, { count: 2 });
});

test.serial('outside of a route, and in work that goes on after it, nothing is checked', async (t) => {
  const wrong = { count: 'many' };
  t.is(reply(wrong), wrong);
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let later: Promise<unknown> | undefined;
  await callChecked(Count, async () => {
    later = ended.then(() => reply(wrong));
    return { count: 1 };
  });
  end();
  t.is(await later, wrong);
});
