import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { root } from '../prepare/paths.mjs';

/**
 * An esbuild plugin: `import.meta.url` of a module stays the module's own, not the bundle's, so that it finds the files
 * next to it. Only the programs are found in their bundles.
 */
export const keepPlace = ({ folder, programs }) => ({
  name: 'keep place',
  setup({ onLoad }) {
    onLoad({ filter: /\.m?js$/ }, async ({ path, pluginData }) => {
      const text = await readFile(path, 'utf8');
      if (!text.includes('import.meta.')) return { contents: text, loader: 'js', pluginData };
      const place = pathToFileURL(path).href;
      const contents = text
        .replace(/(?<=new URL\(')[^']+(?=', import\.meta\.url\))/gu, (name) => {
          const program = relative(root, fileURLToPath(new URL(name, place)));
          return programs.includes(program) ? pathToFileURL(join(root, folder, program)).href : name;
        })
        .replaceAll('import.meta.url', JSON.stringify(place))
        .replace(
          /import\.meta\.resolve\(([^)]*)\)/gu,
          `\`file://\${requireFrom(${JSON.stringify(place)}).resolve($1)}\``,
        );
      return { contents, loader: 'js', pluginData };
    });
  },
});
