import { readSettings } from './settings.js';
import { startHost } from './start-host.js';

const settings = readSettings(process.env);
const host = await startHost(settings);
console.log(`The app is ready on port ${host.port}. Users sign in at ${settings.issuer}/account`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void host.stop());
