import { parseArgs } from 'node:util';
import { exitCodes } from '@org/identity-core/commands';
import { type Command, type Given, type Invocation, parserOptions } from './line/command.js';
import type { CommandLine } from './line/command-line.js';
import { commandHelp } from './line/help.js';
import { commandsWith } from './line/program.js';
import { withoutCommand } from './line/without-command.js';

/** Runs the `identity-server` command and returns its exit code. */
export async function run(line: CommandLine): Promise<number> {
  const commands = commandsWith(line.program, line.plugins);
  const firstOption = line.arguments.findIndex((argument) => argument.startsWith('-'));
  const words = line.arguments.slice(0, firstOption === -1 ? undefined : firstOption);
  const name = [words.slice(0, 2).join(' '), words[0] ?? ''].find((candidate) => Object.hasOwn(commands, candidate));
  const known = name === undefined ? undefined : commands[name];
  if (name === undefined || !known) return withoutCommand(line, commands, words);
  if (known.needsDeclarations) {
    const { declarePlugins } = await import('./declare-plugins.js');
    await declarePlugins(line);
  }
  const command = await known.load();
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(command, line.arguments.slice(name.split(' ').length));
  } catch (error) {
    const { describeParseError } = await import('./line/parse-error.js');
    line.printError(`${describeParseError(error, command)}\n\n${commandHelp(command)}`);
    return exitCodes.failed;
  }
  const { values } = parsed;
  if (values['help']) {
    line.print(commandHelp(command));
    return exitCodes.done;
  }
  const { operands = [], optionalOperand } = command;
  const most = operands.length + (optionalOperand === undefined ? 0 : 1);
  if (parsed.positionals.length < operands.length || parsed.positionals.length > most) {
    const named = [...operands.map((each) => `<${each}>`), ...(optionalOperand ? [`[${optionalOperand}]`] : [])];
    const expected = named.length === 0 ? 'only options' : named.join(' ');
    line.printError(`"${name}" takes ${expected}.\n\n${commandHelp(command)}`);
    return exitCodes.failed;
  }
  const { environment, program, plugins } = line;
  return runCommand(line, command, { values, positionals: parsed.positionals, environment, program, plugins });
}

async function runCommand(line: CommandLine, command: Command, given: Given): Promise<number> {
  const json = given.values['json'] === true;
  try {
    const { commandTools } = await import('./command-tools.js');
    const invocation: Invocation = {
      ...given,
      ...commandTools(given),
      result(value, lines) {
        if (json) line.print(JSON.stringify(value));
        else for (const text of lines) line.print(text);
      },
      progress: (text) => {
        if (!json) line.printError(text);
      },
      readSecret: line.readSecret,
      ask: (question) => (json ? Promise.resolve(undefined) : line.readAnswer(question)),
    };
    return await command.run(invocation);
  } catch (error) {
    const [{ describeError }, { optionOf }] = await Promise.all([
      import('./line/describe-error.js'),
      import('./line/option-name.js'),
    ]);
    const message = describeError(error, (field, index) => optionOf(command, given.values, { field, index }));
    if (json) line.print(JSON.stringify({ error: message }));
    else line.printError(message);
    return exitCodes.failed;
  }
}

function parse(command: Command, given: readonly string[]) {
  return parseArgs({
    args: [...given],
    allowPositionals: true,
    allowNegative: command.negatable === true,
    options: parserOptions(command),
  });
}
