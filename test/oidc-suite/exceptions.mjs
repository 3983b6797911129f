const refresh = 'grant_type=refresh_token';
const usedAgain = 'revokes the complete grant if the old token is used again';
const code = 'grant_type=authorization_code with real tokens';
const noAccount = 'validates account is still there';
const oneUri = 'one redirect_uri registered with allowOmittingSingleRegisteredRedirectUri=true';
const dpop = 'features.dPoP authorization flow with dpop_jkt authorization_code';
const revocation = 'revocation features /token/revocation';

/** Tests that fail over our storage, or that leave other rows than in the Map, and why. */
export const exceptions = [
  {
    reason: 'the user code is stored only as a hash, so a device code has it only if it was found by it',
    fails: ['device_authorization_endpoint responds with json 200'],
  },
  {
    reason: 'the test marks a token as consumed with `true`; we store the time',
    fails: ['BaseToken assigns returned consumed prop'],
  },
  {
    reason: 'an expired session is not returned, by the clock of the database; we do not set `clockTolerance`',
    fails: ['session exp handling clockTolerance respects clockTolerance option'],
  },
  {
    reason: 'its mock may be called once, so it fails if both requests find the token before one has used it',
    mayFail: [`${refresh} rotateRefreshToken is a function (returns true) ${usedAgain}`],
  },
  {
    reason: 'a statement that finds a token used by another request revokes its grant itself; the Map does not know',
    mayDiffer: [
      `${refresh} rotateRefreshToken=true ${usedAgain}`,
      `${refresh} rotateRefreshToken is a function (returns true) ${usedAgain}`,
    ],
  },
  {
    reason: 'a code is consumed in the statement that writes its tokens; the request of the test fails before',
    mayDiffer: [
      `${code} (1/3) - more than one redirect_uris registered ${noAccount}`,
      `${code} (3/3) - ${oneUri} ${noAccount}`,
      `${dpop} checks the dpop_jkt matches the proof jwk thumbprint`,
      `${dpop} requires dpop to be used when dpop_jkt was present`,
    ],
  },
  {
    reason: '`destroy` of tokens and grants is a stub; the Map drops tokens of all kinds with those of one kind',
    mayDiffer: [
      `${revocation} revokes refresh token [no hint]`,
      `${revocation} does not revoke tokens of other clients (confidential client making the request - exposed error)`,
    ],
  },
];
