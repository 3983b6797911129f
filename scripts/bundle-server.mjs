// Bundles the example server that is installed in a folder. Usage: node scripts/bundle-server.mjs <folder>
import { resolve } from 'node:path';
import { bundleServer } from './prepare/bundle.mjs';

const folder = process.argv[2];
if (folder === undefined) {
  console.error('Name the folder that the server is installed in.');
  process.exit(1);
}
await bundleServer(resolve(folder));
