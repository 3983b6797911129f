import { openDatabase } from '@org/identity-prisma';
import { signIn } from '../../src/credentials/check-password.js';
import { createSignInLimiter } from '../../src/credentials/sign-in-limits.js';

// A separate process that tries passwords, all at once, and prints how many were correct.
const [databaseUrl = '', email = '', ip = '', ...passwords] = process.argv.slice(2);
const { db, pool, close } = openDatabase({ databaseUrl });
const limiter = createSignInLimiter(pool);
const results = await Promise.all(passwords.map((password) => signIn(db, limiter, { email, password, ip })));
await close();
process.stdout.write(String(results.filter((result) => result !== undefined).length));
