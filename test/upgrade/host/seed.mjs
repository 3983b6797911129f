// Usage: node seed.mjs <database URL> <file>
import { readFileSync } from 'node:fs';
import { seed } from '@org/identity-server';

const [databaseUrl, file] = process.argv.slice(2);
await seed({ databaseUrl, data: JSON.parse(readFileSync(file, 'utf8')) });
