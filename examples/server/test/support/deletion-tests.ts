import test from 'ava';
import { type DeletionServer, deleteAccount, startDeletionServer } from './account-deletion.js';
import { addUser, tokenOf } from './tenant-api.js';

/** The server of the test file that imports this: started before its tests, stopped after them. */
export let server: DeletionServer;
test.before(async () => {
  server = await startDeletionServer();
});
test.after.always(() => server?.stop());

/** A new user who is signed in. */
export async function signedInUser() {
  const { userId, email } = await addUser(server);
  return { userId, email, token: await tokenOf(server.issuer, email) };
}
/** The row of a user, if there is one. */
export const userOf = async (id: string) => server.identity.db.user.findUnique({ where: { id } });
/** The row of a membership. */
export const membershipOf = async (id: string) => server.identity.db.membership.findUniqueOrThrow({ where: { id } });
/** Deletes the account of a token. */
export const remove = (token: string | undefined, body: object = {}) => deleteAccount(server, token, body);
/** The status and the error code of a response. */
export const codeOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body['error']];
