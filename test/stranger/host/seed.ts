import { readFileSync } from 'node:fs';
import { type SeedData, seed } from '@org/identity-server';
import { plugins } from './plugins.js';

const data = JSON.parse(readFileSync('seed.json', 'utf8')) as SeedData;
const databaseUrl = process.env['DATABASE_URL'] ?? '';
const plan = await seed({ databaseUrl, plugins: plugins(), data, rehearse: true });
console.log(JSON.stringify(plan));
await seed({ databaseUrl, plugins: plugins(), data });
