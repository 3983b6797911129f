import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** What the bundles of the server and of the tests have in common, as options of esbuild. */
export const bundleOptions = {
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
  // Globals that CommonJS modules expect.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
};

/** These are imported dynamically; a bundle of a CommonJS module would then export only the default. */
export const whenNeeded = ['undici', 'pino-pretty', 'tldts', '@zxcvbn-ts/[^/]+'];

/** An esbuild plugin: leaves packages in place and refers to them by path. Those that are not installed keep their name. */
export const leaveOut = (names, pathOf = (path) => path) => ({
  name: 'leave out',
  setup({ onResolve, resolve }) {
    const filter = new RegExp(`^(${names.join('|')})(/|$)`);
    onResolve({ filter }, async ({ path, pluginData, ...from }) => {
      if (pluginData === leaveOut) return undefined;
      const found = await resolve(path, { ...from, pluginData: leaveOut });
      return { path: found.errors.length > 0 ? path : pathOf(found.path), external: true };
    });
  },
});

/**
 * An esbuild plugin: `import.meta.url` of a module stays the module's own, not the bundle's, so that it finds the files
 * next to it. `place` returns the expression that replaces it; `program` may name another file for one next to it.
 */
export const keepPlace = ({ place, program = () => undefined }) => ({
  name: 'keep place',
  setup({ onLoad }) {
    onLoad({ filter: /\.m?js$/ }, async ({ path, pluginData }) => {
      const text = await readFile(path, 'utf8');
      if (!text.includes('import.meta.')) return { contents: text, loader: 'js', pluginData };
      const own = place(path);
      const contents = text
        .replace(
          /(?<=new URL\(')[^']+(?=', import\.meta\.url\))/gu,
          (name) => program(fileURLToPath(new URL(name, pathToFileURL(path)))) ?? name,
        )
        .replaceAll('import.meta.url', own)
        .replace(/import\.meta\.resolve\(([^)]*)\)/gu, `\`file://\${requireFrom(${own}).resolve($1)}\``);
      return { contents, loader: 'js', pluginData };
    });
  },
});
