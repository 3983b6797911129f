// Usage: node migrate.mjs <database URL> <version of the plugin>
import { migrate } from '@org/identity-server';
import { seatNotes } from './seat-notes.mjs';

const [databaseUrl, version] = process.argv.slice(2);
await migrate({ databaseUrl, plugins: [seatNotes(Number(version))] });
