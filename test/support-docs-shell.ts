import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Block, DocPage } from './support-docs.js';

/** The address of the server in every page. */
export const documentedAddress = 'http://localhost:3000';

/** What a reader copies from the address bar of the browser. */
const pastedCode = 'the-code-from-the-address-bar';

/** Whether this machine has curl. */
export const hasCurl = spawnSync('curl', ['--version']).status === 0;

/** A block with curl, the authorization address a reader opened before it, and the answer the page shows for it. */
interface Command {
  block: Block;
  opened: string;
  expected: string | undefined;
}

/** The commands of a page, in their order. */
export function commandsOf({ blocks }: DocPage): Command[] {
  let opened = '';
  return blocks.flatMap((block, index) => {
    if (block.language === 'text' && block.text.includes('/oauth/authorize?')) opened = block.text.trim();
    if (block.language !== 'sh' || !/\bcurl /u.test(block.text)) return [];
    const next = blocks[index + 1];
    return [{ block, opened, expected: next?.language === 'json' ? next.text : undefined }];
  });
}

// A failing curl in the middle of a pipe would go unnoticed, so each one leaves a line in a file.
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
# A reader looks into the mailbox a moment later.
mail_to() {
  for try in $(seq 100); do
    command curl -s ${documentedAddress}/dev/mail | grep -q '"to":"'"$1"'"' && return
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

/** Runs the commands of a page in one shell, as a reader does who copies one after the other. */
export async function runCommands(page: DocPage, address: string): Promise<{ outcomes: Outcome[]; complaint: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'identity-docs-'));
  try {
    const commands = commandsOf(page);
    const script = commands.map(
      (command, index) => `check=${isRefusal(command) ? '' : '-f'}\nprintf '\\n@@%s\\n' ${index}\n${textOf(command)}\n`,
    );
    const text = `folder='${folder}'\n${prelude}${script.join('')}`.replaceAll(documentedAddress, address);
    const { code, stdout, stderr } = await shell(text);
    const failed = readFileSync(join(folder, 'failed'), { encoding: 'utf8', flag: 'a+' });
    const parts = stdout.split(/\n@@\d+\n/u).slice(1);
    const outcomes = commands.map(({ block, expected }, index) => ({
      line: block.line,
      printed: (parts[index] ?? '').trim(),
      expected,
    }));
    const place = `the block in line ${commands[parts.length - 1]?.block.line}`;
    return { outcomes, complaint: code === 0 && failed === '' ? '' : `${place}: ${failed}${stderr}${stdout}` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Where the page shows an error as the answer, curl must not fail because of it. */
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

/** The names and nesting of a JSON value, without its values. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== 'object' || value === null) return 'value';
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([name, inner]) => [name, shapeOf(inner)]),
  );
}
