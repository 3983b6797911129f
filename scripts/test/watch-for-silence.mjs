import { stripVTControlCharacters } from 'node:util';

/**
 * Ends a run of AVA that prints nothing for longer than AVA's own timeout, and names the test files that never began. AVA
 * cannot end a thread that hangs in native code before its first line, and would wait for it forever.
 */
export function watchForSilence(child, { milliseconds, files, print = console.log }) {
  let report = '';
  let ended = false;
  const timer = setTimeout(() => {
    ended = true;
    const missing = files.filter((file) => !hasBegun(file, stripVTControlCharacters(report)));
    print(`\n  ✘ Nothing was reported for ${milliseconds / 60_000} minutes: the run is ended.`);
    for (const file of missing) print(`  ✘ ${file} has not run a test`);
    child.kill('SIGKILL');
  }, milliseconds);
  child.once('close', () => clearTimeout(timer));
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    report += text;
    timer.refresh();
  });
  return { hasEnded: () => ended };
}

/** The title of each test begins with the path of its file, from the folder that all files of the run share. */
function hasBegun(file, report) {
  const [name = '', folder = ''] = file
    .replace(/\.test\.js$/u, '')
    .split('/')
    .toReversed();
  return (
    report.includes(` ${folder} › ${name} › `) || report.includes(`✔ ${name} › `) || report.includes(`: ${name} › `)
  );
}
