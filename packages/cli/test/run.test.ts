import test from 'ava';
import { migrateCommands } from '../src/commands.js';
import type { Command } from '../src/line/command.js';
import type { Program } from '../src/line/program.js';
import { run } from '../src/run.js';

const plansList: Command = {
  usage: 'plans list [options]',
  summary: 'Lists the plans',
  options: { 'plan-name': { type: 'string', value: 'name', help: 'The name of a plan' } },
  async run({ values, result }) {
    if (values['plan-name'] === 'none') throw new Error('There is no such plan.');
    result({ given: values['plan-name'] ?? null }, ['All plans']);
    return 0;
  },
};
const plans = { 'plans list': { summary: 'List the plans', load: async () => plansList } };
const notNeeded = () => Promise.reject(new Error('not needed'));
const program: Program = {
  commands: { ...migrateCommands, ...plans },
  ofPlugins: { plans },
  declaredPlugins: notNeeded,
  declareBuiltIn: notNeeded,
  serverPlugins: notNeeded,
  subscribers: notNeeded,
  accounts: notNeeded,
};

async function command(line: string, plugins?: { name: string }[]) {
  const printed: string[] = [];
  const errors: string[] = [];
  const code = await run({
    program,
    plugins,
    arguments: line.split(' ').filter(Boolean),
    environment: {},
    print: (text) => printed.push(text),
    printError: (text) => errors.push(text),
    readSecret: notNeeded,
    readAnswer: notNeeded,
  });
  return { code, printed: printed.join('\n'), errors: errors.join('\n') };
}

test('the frame runs a command of whatever program it is given, with lines or JSON', async (t) => {
  t.deepEqual(await command('plans list'), { code: 0, printed: 'All plans', errors: '' });
  const json = await command('plans list --plan-name team --json');
  t.deepEqual(json, { code: 0, printed: '{"given":"team"}', errors: '' });
  const failed = await command('plans list --plan-name none');
  t.deepEqual(failed, { code: 1, printed: '', errors: 'There is no such plan.' });
});

test('the help text lists the commands of the program in its order', async (t) => {
  const { code, printed } = await command('--help');
  t.is(code, 0);
  const listed = [...printed.matchAll(/^ {2}(migrate|plans)(?: \w+)? {2}/gmu)].map(([line]) => line.trim());
  t.deepEqual(listed, ['migrate', 'migrate status', 'plans list']);
});

test('a host that does not use a plugin of the program is told the name of the plugin', async (t) => {
  const { code, errors } = await command('plans list', [{ name: 'other' }]);
  t.is(code, 1);
  t.is(errors, '"plans list" is of the plugin "plans", which this host does not use.');
});

test('an unknown command or option names what was meant', async (t) => {
  t.regex((await command('plans lits')).errors, /Did you mean "plans list"\?/u);
  t.regex((await command('plans list --plan-nam team')).errors, /--plan-name/u);
});
