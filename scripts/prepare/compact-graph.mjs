import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// Prisma's client decodes a graph of all arguments at its start. The edges of a node are an object whose keys are positions
// in a list of names. For keys below 1,024, V8 gives each of the 3,000 nodes an array as long as its highest key: 12 MB. For
// higher keys it uses a hash table: 3 MB. So this puts empty names in front of the list, and moves the positions.
const empty = 2048;

/** Rewrites the graph of a generated client so that it takes less memory. */
export function compactGraph(output) {
  const file = join(output, 'internal/class.ts');
  const text = readFileSync(file, 'utf8');
  const found = /strings: (JSON\.parse\(".*"\)),\n {2}graph: "([\w-]*)"/u.exec(text);
  if (!found) throw new Error(`The generated client has no parameter graph: ${file}`);
  const [place, names, graph] = found;
  const moved = movePositions(Buffer.from(graph, 'base64url'), empty).toString('base64url');
  const strings = `[...Array(${empty}).fill(""), ...${names}]`;
  writeFileSync(
    file,
    text.replace(place, () => `strings: ${strings},\n  graph: "${moved}"`),
  );
}

/** Adds a number to each position in the list of names. All other values stay. */
export function movePositions(graph, by) {
  let at = 0;
  const moved = [];
  const readNumber = () => {
    let [value, shift] = [0, 0];
    for (;;) {
      const byte = graph[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
      shift += 7;
    }
  };
  const writeNumber = (value) => {
    let rest = value;
    for (; rest > 127; rest >>>= 7) moved.push((rest & 127) | 128);
    moved.push(rest);
  };
  const copyNumber = () => {
    const value = readNumber();
    writeNumber(value);
    return value;
  };
  const copyBytes = (count) => {
    for (let index = 0; index < count; index += 1) moved.push(graph[at++]);
  };
  const movePosition = () => writeNumber(readNumber() + by);
  // Zero means that there is none.
  const moveOptional = () => {
    const value = readNumber();
    writeNumber(value === 0 ? 0 : value + by);
  };
  const times = (count, action) => {
    for (let index = 0; index < count; index += 1) action();
  };
  const [inputs, outputs, roots] = [copyNumber(), copyNumber(), copyNumber()];
  times(inputs, () =>
    times(copyNumber(), () => {
      movePosition();
      copyBytes(2);
      copyNumber();
      moveOptional();
      copyBytes(1);
    }),
  );
  const copyTarget = () => {
    movePosition();
    copyNumber();
    copyNumber();
  };
  times(outputs, () => times(copyNumber(), copyTarget));
  times(roots, copyTarget);
  if (at !== graph.length) throw new Error('The parameter graph of this version of Prisma has another format.');
  return Buffer.from(moved);
}
