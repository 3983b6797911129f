import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';

const folder = fileURLToPath(new URL('../../src', import.meta.url));

/** Returns a page that uses the recipe of oidc-client-ts. The recipe and the library are bundled into one script. */
export async function pageOf(issuer: string): Promise<string> {
  const contents = `
    import { createUserManager, currentUser, signIn, signOut } from './oidc-client-ts.js';
    const manager = createUserManager({ issuer: '${issuer}', origin: location.origin, clientId: 'demo-spa' });
    const show = (user) => {
      document.querySelector('h1').textContent = user ? user.profile.name + ', ' + user.profile.email : 'Nobody';
      document.querySelector('output').textContent = user ? user.access_token : '';
    };
    manager.events.addUserLoaded(show);
    document.querySelector('#in').addEventListener('click', () => signIn(manager));
    document.querySelector('#out').addEventListener('click', () => signOut(manager));
    show(await currentUser(manager));`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    format: 'esm',
    write: false,
    logLevel: 'warning',
  });
  // Otherwise its process would run until the end of the tests.
  await stop();
  const script = outputFiles[0]?.text.replaceAll('</script', '<\\/script');
  return `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><h1></h1>
<button id="in">Sign in</button><button id="out">Sign out</button><output></output><script type="module">${script}</script>`;
}
