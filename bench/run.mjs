import { prepare } from '../scripts/prepare.mjs';

await prepare();
// Only exists once the step above has built it.
const { measureMemberList } = await import('./member-list.mjs');
const { withServer } = await import('./with-server.mjs');

console.log(await withServer(measureMemberList));
