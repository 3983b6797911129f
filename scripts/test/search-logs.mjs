import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Patterns of secrets that must not be in any log. */
const secrets = {
  'a JWT': /eyJ[\w-]{8,}\.[\w-]{8,}\./u,
  'a code, token or one-time secret': /(?<![\w-])[\w-]{43}(?![\w-])/u,
  'a password of the tests': /demo-Passphrase|unusual words/u,
  "a client's secret": /-secret-change-me-/u,
  'a password hash': /\$argon2|\$2[aby]\$\d|\$scrypt\$|\$pbkdf2/u,
  'a private key': /PRIVATE KEY|"d":"[\w-]{20,}"/u,
  'credentials of a request': /\b(?:Bearer|Basic) [\w+/=.-]{8,}/u,
  'the secret of an authenticator': /otpauth:/u,
};

/** Runs the action with a folder for the logs of all servers, then searches them: a secret fails the run. */
export async function withSearchedLogs(action) {
  const folder = await mkdtemp(join(tmpdir(), 'identity-logs-'));
  try {
    const result = await action({ TEST_LOG_DIRECTORY: folder });
    const { lines, found } = await search(folder);
    for (const { kind, line } of found.slice(0, 20)) console.log(`A log contains ${kind}:\n  ${line}`);
    if (lines > 0) console.log(`${lines} lines of logs searched for secrets: ${found.length || 'none'} found`);
    return found.length > 0 ? { ...result, code: 1 } : result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function search(folder) {
  let lines = 0;
  const found = [];
  for (const name of await readdir(folder)) {
    const text = await readFile(join(folder, name), 'utf8');
    for (const line of text.split('\n').filter(Boolean)) {
      lines += 1;
      for (const [kind, pattern] of Object.entries(secrets)) if (pattern.test(line)) found.push({ kind, line });
    }
  }
  return { lines, found };
}
