import { packageVersion } from '../package-version.js';
import { exitCodes } from './command.js';
import { commands } from './commands.js';
import { generalHelp, groupHelp } from './help.js';
import { nearest } from './nearest.js';
import type { CommandLine } from './run.js';

/** Answers a line that names no command: asked for help or the version, a group alone, or a command that does not exist. */
export function withoutCommand(line: CommandLine, words: readonly string[]): number {
  const asksFor = (...options: string[]) => line.arguments.some((argument) => options.includes(argument));
  const [group = ''] = words;
  const isGroup = groups().includes(group);
  if (words.length === 0 && asksFor('--version', '-v')) {
    line.print(packageVersion());
    return exitCodes.done;
  }
  if (asksFor('--help', '-h') && words.length <= 1 && (words.length === 0 || isGroup)) {
    line.print(isGroup ? groupHelp(group) : generalHelp());
    return exitCodes.done;
  }
  // As git does: nothing was done, and a script must notice.
  if (words.length === 0 || (words.length === 1 && isGroup)) {
    line.print(isGroup ? groupHelp(group) : generalHelp());
    return exitCodes.failed;
  }
  const given = words.slice(0, 2).join(' ');
  const names = [...Object.keys(commands), ...groups()];
  const meant = nearest(given, names) ?? nearest(group, names);
  line.printError(`There is no command "${words.join(' ')}".${meant === undefined ? '' : ` Did you mean "${meant}"?`}`);
  line.printError(`\n${isGroup ? groupHelp(group) : 'identity-server --help lists all commands.'}`);
  return exitCodes.failed;
}

/** The first words of commands that have two. */
function groups(): string[] {
  const names = Object.keys(commands).flatMap((name) => (name.includes(' ') ? [name.split(' ')[0] ?? ''] : []));
  return [...new Set(names)].filter((name) => !Object.hasOwn(commands, name));
}
