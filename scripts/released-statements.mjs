// Writes the prepared statements of this version, against which the migrations of the next one are tested. Run by a release.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { declaredStatements } from '../packages/prisma/dist/src/index.js';
import { root } from './prepare/paths.mjs';

// This import declares the statements of every package.
await import('../packages/server/dist/src/index.js');

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const folders = readdirSync(join(root, 'prisma/migrations'), { withFileTypes: true }).filter((each) =>
  each.isDirectory(),
);
const lastMigration = folders
  .map(({ name }) => name)
  .sort()
  .at(-1);
const statements = declaredStatements().map(({ name, text }) => ({ name, text }));
const file = join(root, 'test/upgrade/released-statements.json');
writeFileSync(file, `${JSON.stringify({ version, lastMigration, statements }, undefined, 2)}\n`);
