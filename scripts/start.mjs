import { prepare } from './prepare.mjs';

// Only what the server runs: tests and other examples are compiled when they are needed.
await prepare({ what: 'server' });
// In this process, so that a signal reaches the server itself.
await import('../examples/server/dist/bundle/main.js');
