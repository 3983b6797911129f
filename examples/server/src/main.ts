import cluster from 'node:cluster';
import { demoPassword } from './demo-data.js';
import { EnvironmentError, readEnvironment, type ServerEnvironment } from './environment.js';
import { freeStartMemory } from './free-start-memory.js';
import { runWorkers } from './run-workers.js';
import { startServer } from './start-server.js';

// The first process of a container ignores a signal without a handler. Without this one, it could only be killed while it starts.
const endEarly = () => process.exit(128 + 15);
if (process.pid === 1) process.on('SIGTERM', endEarly);

try {
  const environment = readEnvironment(process.env);
  const alone = environment.workers === 1;
  const server = alone || cluster.isWorker ? await startServer(environment) : await runWorkers(environment);
  if (cluster.isWorker) process.send?.('ready');
  else printReady(environment);
  freeStartMemory();

  let stopping = false;
  const stop = async () => {
    // Ctrl-C can arrive twice: from the terminal and from npm.
    if (stopping) return;
    stopping = true;
    await server.stop();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  process.off('SIGTERM', endEarly);
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  console.error(error instanceof EnvironmentError ? message : `The server could not start. ${message}`);
  process.exit(1);
}

function printReady({ issuer, seedDemo }: ServerEnvironment): void {
  console.log(`\nIdentity Server is ready at ${issuer}`);
  console.log(`  Discovery  ${issuer}/.well-known/openid-configuration`);
  if (seedDemo) console.log(`  Demo user  owner@acme.test, password ${demoPassword}`);
  console.log('  Press Ctrl-C to stop.\n');
}
