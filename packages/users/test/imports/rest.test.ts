import test from 'ava';
import { restFactor } from '../../src/imports/rest.js';

test('an import rests shortest while the process has nothing else to do, and longer the busier it is', (t) => {
  t.is(restFactor(0), 0.8);
  t.true(restFactor(0.01) > 0.8 && restFactor(0.01) < restFactor(0.02));
  t.is(restFactor(0.05), 2);
  t.is(restFactor(1), 2);
});
