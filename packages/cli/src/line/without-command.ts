import { exitCodes } from '@org/identity-core/commands';
import { packageVersion } from '@org/identity-runtime/package-version';
import type { CommandLine } from './command-line.js';
import { generalHelp, groupHelp } from './help.js';
import { nearest } from './nearest.js';
import { type Commands, pluginOf } from './program.js';

/** Handles a command line without a known command: help, version, a group alone, or an unknown command. */
export function withoutCommand(line: CommandLine, commands: Commands, words: readonly string[]): number {
  const has = (...options: string[]) => line.arguments.some((argument) => options.includes(argument));
  const [group = ''] = words;
  const groups = groupsOf(commands);
  const isGroup = groups.includes(group);
  const settings = Object.assign({}, ...(line.plugins ?? []).map(({ declares }) => declares?.settings));
  if (words.length === 0 && has('--version', '-v')) {
    line.print(packageVersion());
    return exitCodes.done;
  }
  if (has('--help', '-h') && words.length <= 1 && (words.length === 0 || isGroup)) {
    line.print(isGroup ? groupHelp(commands, group) : generalHelp(commands, settings));
    return exitCodes.done;
  }
  // An error code, as in git: a script must notice that nothing was done.
  if (words.length === 0 || (words.length === 1 && isGroup)) {
    line.print(isGroup ? groupHelp(commands, group) : generalHelp(commands, settings));
    return exitCodes.failed;
  }
  const given = words.slice(0, 2).join(' ');
  const missing = pluginOf(line.program, given) ?? (isGroup ? undefined : pluginOf(line.program, group));
  if (missing !== undefined) {
    line.printError(`"${given}" is of the plugin "${missing}", which this host does not use.`);
    return exitCodes.failed;
  }
  const names = [...Object.keys(commands), ...groups];
  const meant = nearest(given, names) ?? nearest(group, names);
  line.printError(`There is no command "${words.join(' ')}".${meant === undefined ? '' : ` Did you mean "${meant}"?`}`);
  line.printError(
    `\n${isGroup ? groupHelp(commands, group) : 'Run identity-server --help for a list of all commands.'}`,
  );
  return exitCodes.failed;
}

/** The groups: the first words of two-word commands. */
function groupsOf(commands: Commands): string[] {
  const names = Object.keys(commands).flatMap((name) => (name.includes(' ') ? [name.split(' ')[0] ?? ''] : []));
  return [...new Set(names)].filter((name) => !Object.hasOwn(commands, name));
}
