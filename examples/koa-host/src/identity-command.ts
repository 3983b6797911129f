import { licensing, tenants, users } from '@org/identity-server';
import { runCommands } from '@org/identity-server/commands';
import { plans } from './plans-plugin.js';

process.exitCode = await runCommands({ plugins: [users(), tenants(), licensing(), plans()] });
