/** Why a hash is not taken. Its message never has the hash in it. */
export class ForeignHashError extends Error {}
