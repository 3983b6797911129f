import { runCommands } from '@org/identity-server/commands';
import { plugins } from './plugins.js';

process.exitCode = await runCommands({ plugins: plugins() });
