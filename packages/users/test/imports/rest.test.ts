import test from 'ava';
import { restFactor } from '../../src/imports/rest.js';

test('an import rests half as long as it works while the process has nothing else to do, and longer the busier it is', (t) => {
  t.is(restFactor(0), 0.5);
  t.true(restFactor(0.05) > 0.5 && restFactor(0.05) < restFactor(0.1));
  t.is(restFactor(0.15), 2);
  t.is(restFactor(1), 2);
});
