import { prepare } from '../scripts/prepare.mjs';

await prepare();
// Only exist once the step above has built them.
const { measureKnownUnknown } = await import('./known-unknown.mjs');
const { measureMemberList } = await import('./member-list.mjs');
const { measureTokensDuringSignIns } = await import('./tokens-during-sign-ins.mjs');
const { withServer } = await import('./with-server.mjs');

console.log(await withServer(measureKnownUnknown));
console.log(await withServer(measureTokensDuringSignIns));
console.log(await withServer(measureMemberList));
