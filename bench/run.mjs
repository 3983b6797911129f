import { parseArgs } from 'node:util';
import { prepare } from '../scripts/prepare.mjs';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});
await prepare();
const only = values.only.split(',').filter(Boolean);
// Only exist once the step above has built them.
const { runComparison } = await import('./comparison.mjs');
await runComparison({ quick: values.quick, only });
