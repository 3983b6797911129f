import { licensing, runCommands, tenants, users } from '@org/identity-server';
import { plans } from './plans-plugin.js';

process.exitCode = await runCommands({ plugins: [users(), tenants(), licensing(), plans()] });
