import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const runtime = fileURLToPath(new URL('shared-thread.mjs', import.meta.url));

/**
 * An esbuild plugin that bundles each group of test files as one file: see shared-thread.mjs. Every test file has its own
 * copy of the modules below `test/`, because they declare hooks and keep state for the file that imports them.
 */
export const shareThreads = ({ root, groups }) => ({
  name: 'share threads',
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /^group:/ }, ({ path }) => ({ path: path.slice('group:'.length), namespace: 'group' }));
    onLoad({ filter: /./, namespace: 'group' }, ({ path: name }) => {
      const imports = groups.get(name).map((file) => `import ${JSON.stringify(`./${file}`)};`);
      const runner = [
        "import ava from 'ava';",
        `import { runFiles } from ${JSON.stringify(runtime)};`,
        'runFiles(ava);',
      ];
      return { contents: [...imports, ...runner].join('\n'), resolveDir: root };
    });

    onResolve({ filter: /^(\.\.?\/|@org\/)/ }, async ({ path, pluginData, ...from }) => {
      if (pluginData === shareThreads) return undefined;
      const found = await resolve(path, { ...from, pluginData: shareThreads });
      const testFile = from.namespace === 'group' ? found.path : pluginData?.testFile;
      if (!testFile || !found.path.includes('/dist/test/')) return found;
      // The suffix makes it another module for every test file.
      return { ...found, suffix: `?${testFile}`, pluginData: { testFile } };
    });

    onResolve({ filter: /^ava$/ }, ({ pluginData }) =>
      pluginData?.testFile ? { path: pluginData.testFile, namespace: 'ava' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'ava' }, ({ path }) => {
      const name = relative(root, path).replace('dist/', '').replace('.test.js', '');
      const lines = [`import { testsOf } from ${JSON.stringify(runtime)};`, `export default testsOf('${name}');`];
      return { contents: lines.join('\n'), resolveDir: dirname(runtime) };
    });
  },
});
