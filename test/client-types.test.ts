import { readFile } from 'node:fs/promises';
import test from 'ava';

const root = new URL('../../', import.meta.url);
const { clientTypes } = (await import(new URL('scripts/client-types.mjs', root).href)) as { clientTypes(): string };

test('the types of the client are those of the service: else run "npm run client-types"', async (t) => {
  const kept = await readFile(new URL('packages/client/src/generated/api-types.ts', root), 'utf8');
  t.is(kept, clientTypes());
  t.regex(kept, /hasLicense: boolean/u);
});
