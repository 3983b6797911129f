import { measureConsolePages } from './console-pages.mjs';
import { measureKnownUnknown } from './known-unknown.mjs';
import { measureMemberList } from './member-list.mjs';
import { measureRules } from './rules.mjs';
import { measureSeatTraffic } from './seat-traffic.mjs';
import { measureTokensDuringSignIns } from './tokens-during-sign-ins.mjs';
import { measureWaitingList } from './waiting-list.mjs';
import { withServer } from './with-server.mjs';

// The tables of docs/operations/performance-of-parts.md.
console.log(await withServer(measureKnownUnknown));
console.log(await withServer(measureTokensDuringSignIns));
console.log(await withServer(measureMemberList));
console.log(await withServer(measureConsolePages));
console.log((await measureSeatTraffic()).table);
console.log(await measureWaitingList());
console.log(await measureRules());
