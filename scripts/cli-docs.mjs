import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { commandHelp } from '../packages/cli/dist/src/line/help.js';
import { program } from '../packages/server/dist/src/cli/program.js';

const file = fileURLToPath(new URL('../docs/reference/cli-reference.md', import.meta.url));

const introduction = `# Every command

What \`identity-server <command> --help\` prints, written by \`npm run cli-docs\`. [The command](cli.md)
explains what the commands are for and how to use them in scripts. Each command also has \`--json\` and \`--help\`, and the
same exit codes.
`;

/** The text of docs/reference/cli-reference.md, from the commands themselves. */
export async function reference() {
  // Fields of clients are options of some commands.
  await program.declareBuiltIn();
  const sections = await Promise.all(
    Object.entries(program.commands).map(
      async ([name, { load }]) => `## ${name}\n\n\`\`\`text\n${ownHelp(await load())}\n\`\`\`\n`,
    ),
  );
  return [introduction, ...sections].join('\n');
}

/** Without the options and exit codes that all commands have. */
function ownHelp(command) {
  const [help = ''] = commandHelp(command).split('\n\nExit codes');
  return help
    .split('\n')
    .filter((line) => !/^ {2}--(json|help) /u.test(line))
    .join('\n');
}

/** The text that is in the page now. */
export const written = () => readFileSync(file, 'utf8');

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(file, await reference());
