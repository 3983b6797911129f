import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Block, DocPage } from './support-docs.js';

/** The URL of the server in every page. */
export const documentedUrl = 'http://localhost:3000';

/** The placeholder for the code that a reader copies from the browser's address bar. */
const pastedCode = 'the-code-from-the-address-bar';

/** Whether this machine has curl. */
export const hasCurl = spawnSync('curl', ['--version']).status === 0;

/** A block with curl, the authorization URL that the reader opened before it, and the response that the page shows. */
interface Command {
  block: Block;
  opened: string;
  expected: string | undefined;
}

/** Returns the commands of a page, in their order. */
export function commandsOf({ blocks }: DocPage): Command[] {
  let opened = '';
  return blocks.flatMap((block, index) => {
    if (block.language === 'text' && block.text.includes('/oauth/authorize?')) opened = block.text.trim();
    if (block.language !== 'sh' || !/\bcurl /u.test(block.text)) return [];
    const next = blocks[index + 1];
    return [{ block, opened, expected: next?.language === 'json' ? next.text : undefined }];
  });
}

// The shell ignores a curl that fails in the middle of a pipe, so each failure writes a line to a file.
const prelude = `
jar="$folder/cookies"
curl() { command curl -sS $check "$@" || { echo "curl $*" >> "$folder/failed"; return 1; }; }
sign_in() {
  page=$(command curl -sL -o /dev/null -w '%{url_effective}' -b "$jar" -c "$jar" "$1")
  resume=$(command curl -s -o /dev/null -w '%{redirect_url}' -b "$jar" -c "$jar" \\
    -d email=owner@acme.test -d password=demo-Passphrase-42 "$page")
  [ -n "$resume" ] || resume=$page
  command curl -s -o /dev/null -w '%{redirect_url}' -b "$jar" -c "$jar" "$resume" | sed 's/.*[?&]code=\\([^&]*\\).*/\\1/'
}
# Waits for the mail, as a reader who opens the mailbox a moment later.
mail_to() {
  for try in $(seq 100); do
    command curl -s ${documentedUrl}/dev/mail | grep -q '"to":"'"$1"'"' && return
    sleep 0.1
  done
  echo "no mail to $1" >> "$folder/failed"
}
`;

export interface Outcome {
  line: number;
  printed: string;
  expected: string | undefined;
}

/** Runs the commands of a page in one shell, as a reader who copies one after the other. */
export async function runCommands(page: DocPage, url: string): Promise<{ outcomes: Outcome[]; complaint: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'identity-docs-'));
  try {
    const commands = commandsOf(page);
    const script = commands.map(
      (command, index) => `check=${isRefusal(command) ? '' : '-f'}\nprintf '\\n@@%s\\n' ${index}\n${textOf(command)}\n`,
    );
    const text = `folder='${folder}'\n${prelude}${script.join('')}`.replaceAll(documentedUrl, url);
    const { code, stdout, stderr } = await shell(text);
    const failed = readFileSync(join(folder, 'failed'), { encoding: 'utf8', flag: 'a+' });
    const parts = stdout.split(/\n@@\d+\n/u).slice(1);
    const outcomes = commands.map(({ block, expected }, index) => ({
      line: block.line,
      printed: (parts[index] ?? '').trim(),
      expected,
    }));
    const location = `the block in line ${commands[parts.length - 1]?.block.line}`;
    return { outcomes, complaint: code === 0 && failed === '' ? '' : `${location}: ${failed}${stderr}${stdout}` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether the page shows an error response. curl must not fail because of it. */
function isRefusal({ expected }: Command): boolean {
  return expected !== undefined && 'error' in (JSON.parse(expected) as object);
}

function textOf({ block, opened }: Command): string {
  const [, recipient] = /"to":"([^"]+)"/u.exec(block.text) ?? [];
  const waiting = recipient ? `mail_to '${recipient}'\n` : '';
  return waiting + block.text.replaceAll(pastedCode, `$(sign_in '${opened}')`);
}

async function shell(script: string): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn('sh', ['-eu', '-c', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

/** Returns the field names and nesting of a JSON value, without the values. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== 'object' || value === null) return 'value';
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([name, inner]) => [name, shapeOf(inner)]),
  );
}
