import { prepare } from './prepare.mjs';

await prepare();
// In this process, so that a signal reaches the server itself.
await import('../examples/server/dist/src/main.js');
