import { spawnSync } from 'node:child_process';
const { withTestDatabases } = await import('./with-test-databases.mjs');
await withTestDatabases(async (databases) => {
  spawnSync('node', [process.argv[2]], { stdio: 'inherit', env: { ...process.env, ...databases } });
});
