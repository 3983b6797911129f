import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { summarize } from './summarize.mjs';
import { watchForSilence } from './watch-for-silence.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const cli = fileURLToPath(new URL('../../node_modules/ava/entrypoints/cli.mjs', import.meta.url));
/** With these options AVA reads the keyboard or prints something other than its usual report. */
const withoutSummary = new Set(['--watch', '-w', '--tap', '-t', '--help', '--version']);

/** One minute longer than the timeout in ava.config.mjs, so that AVA itself ends what it can. */
const longestSilence = 7 * 60 * 1000;

/** Runs AVA with the arguments; resolves to its exit code and to a line with the test counts, if they are known. */
export async function runAva(args, { env, files, interruption }) {
  if (interruption.aborted) return { code: 1 };
  const passThrough = args.some((arg) => withoutSummary.has(arg));
  const colors = process.stdout.isTTY && process.env.NO_COLOR === undefined ? { FORCE_COLOR: '1' } : {};
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: root,
    env: { ...process.env, ...(passThrough ? {} : colors), ...env },
    stdio: passThrough ? 'inherit' : ['inherit', 'pipe', 'inherit'],
  });
  interruption.addEventListener('abort', () => child.kill(interruption.reason));

  const silence = passThrough ? undefined : watchForSilence(child, { milliseconds: longestSilence, files });
  let report = '';
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    report += text;
    process.stdout.write(text);
  });
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => resolve(exitCode ?? 1));
  });
  if (silence?.hasEnded()) return { code: 1, summary: summarize(report, { succeeded: false }) };
  const counted = !passThrough && !interruption.aborted;
  return { code, ...(counted ? { summary: summarize(report, { succeeded: code === 0 }) } : {}) };
}
