import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../../../../prisma/schema/', import.meta.url);

export interface SchemaModel {
  name: string;
  /** Fields with the id of a user: those of a relation to a user, and those with such a name. */
  personalFields: string[];
}

const columns = /@map\("(?:user_id|account_id|actor_id|subject_id|invited_by_id)"\)/u;
const relation = /\sUser\??\s+@relation\(/u;

/** Reads the models of the Prisma files. */
export function readSchemaModels(text = readSchema()): SchemaModel[] {
  return [...text.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gmu)].map(([, name = '', body = '']) => ({
    name,
    personalFields: body
      .split('\n')
      .filter((line) => columns.test(line) || relation.test(line))
      .map((line) => String(line.trim().split(/\s+/u)[0])),
  }));
}

function readSchema(): string {
  const files = readdirSync(folder).filter((name) => name.endsWith('.prisma'));
  return files.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n');
}
