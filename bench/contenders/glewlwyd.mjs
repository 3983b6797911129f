import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { statOf } from '../postgres-cpu.mjs';
import { answerRunner, openPort } from './contender.mjs';
import { plugin, setUpGlewlwyd } from './glewlwyd-setup.mjs';

// G: Debian's glewlwyd over the same PostgreSQL, as a child of this process. argv: the database.
const databaseUrl = process.argv[2];
const { http, issuer } = await openPort();
const { port } = http.address();
http.close();
const publicKey = await setUpGlewlwyd(databaseUrl, issuer);

const folder = await mkdtemp(join(tmpdir(), 'bench-glewlwyd-'));
const file = join(folder, 'glewlwyd.conf');
await writeFile(
  file,
  `port=${port}
bind_address="127.0.0.1"
external_url="${issuer}"
log_mode="console"
log_level="ERROR"
admin_scope="g_admin"
profile_scope="g_profile"
user_module_path="/usr/lib/glewlwyd/user"
user_middleware_module_path="/usr/lib/glewlwyd/user_middleware"
client_module_path="/usr/lib/glewlwyd/client"
user_auth_scheme_module_path="/usr/lib/glewlwyd/scheme"
plugin_module_path="/usr/lib/glewlwyd/plugin"
database = { type = "postgre"; conninfo = "${databaseUrl}" };
`,
  { mode: 0o600 },
);
const child = spawn('glewlwyd', ['--config-file', file], { stdio: ['ignore', 'inherit', 'inherit'] });
child.once('exit', (code) => {
  process.stderr.write(`glewlwyd ended with ${code}\n`);
  process.exit(1);
});
process.once('exit', () => child.kill());
const isUp = async () => (await fetch(`${issuer}/api/${plugin}/jwks`).catch(() => undefined))?.ok;
for (let tries = 0; !(await isUp()); tries += 1) {
  if (tries === 100) throw new Error('glewlwyd does not respond.');
  await delay(100);
}

answerRunner({
  issuer,
  answers: {
    usage: async () => ({ cpu: (await statOf(child.pid))?.own }),
    publicKey: async () => publicKey,
  },
  close: async () => {
    child.removeAllListeners('exit');
    child.kill();
    await once(child, 'exit');
    await rm(folder, { recursive: true });
  },
});
