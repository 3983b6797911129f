import { demoPassword } from './demo-data.js';
import { EnvironmentError, readEnvironment } from './environment.js';
import { startServer } from './start-server.js';

try {
  const environment = readEnvironment(process.env);
  const server = await startServer(environment);
  console.log(`\nIdentity Server is ready at ${server.issuer}`);
  console.log(`  Discovery  ${server.issuer}/.well-known/openid-configuration`);
  if (environment.seedDemo) console.log(`  Demo user  owner@acme.test, password ${demoPassword}`);
  console.log('  Ctrl-C stops it.\n');

  let stopping = false;
  const stop = async () => {
    // A terminal's Ctrl-C can arrive twice, from the terminal and from npm.
    if (stopping) return;
    stopping = true;
    await server.stop();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  console.error(error instanceof EnvironmentError ? message : `The server could not start. ${message}`);
  process.exit(1);
}
