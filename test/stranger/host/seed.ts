import { readFileSync } from 'node:fs';
import { declareLists } from '@org/identity-core';
import { type SeedData, seed } from '@org/identity-server';
import { plugins } from './plugins.js';

// The seed may give clients the scopes of these plugins.
for (const { declares } of plugins()) if (declares) declareLists(declares);
const data = JSON.parse(readFileSync('seed.json', 'utf8')) as SeedData;
await seed({ databaseUrl: process.env['DATABASE_URL'] ?? '', data });
