import type { ForeignPassword } from '@org/identity-users';

/** The password of all hashes here. */
export const foreignPassword = 'violet harbor engine 77';

/** One hash for each algorithm and form that an import takes, with small costs. */
export const foreignHashes = {
  argon2id: {
    algorithm: 'argon2',
    hash: '$argon2id$v=19$m=64,t=3,p=1$rj2nUexwMdVGQ4mE5lB0CA$vicjTdLB1Y/nqQJBbaxoSAHB9uI0+bWRs49nu2KRXJE',
  },
  'bcrypt 2b': {
    algorithm: 'bcrypt',
    hash: '$2b$04$vUETe09.TdyQ692lBLX5o.hEa4j3dH9on1pOlo3iBZT8cYC/I/1A2',
  },
  'bcrypt 2y': {
    algorithm: 'bcrypt',
    hash: '$2y$04$vUETe09.TdyQ692lBLX5o.hEa4j3dH9on1pOlo3iBZT8cYC/I/1A2',
  },
  scrypt: {
    algorithm: 'scrypt',
    hash: '$scrypt$ln=10,r=8,p=1$xZykD3juqnQg934kDXUOBg$jwrtaVP5BCrjD4VsjZJahP1ThYnHN+RCeBIlGQARqOc',
  },
  'pbkdf2-sha256': {
    algorithm: 'pbkdf2',
    hash: '$pbkdf2-sha256$i=1000,l=32$xZykD3juqnQg934kDXUOBg$CitMtwkrcTAs/kKWVeRpak2rH/kpOOzC/yUhMZWKj18',
  },
  'keycloak pbkdf2': {
    algorithm: 'pbkdf2',
    hash: '{"type":"password","secretData":"{\\"value\\":\\"LC5XJK8TkaqTZbrCqgPD2nxMSctyvFPkZ8eRjGWJ0KlLBsWBOv7vV0GzShCareDJEvdiW5AHwKcHqjPw03I6dQ==\\",\\"salt\\":\\"N8moRCG7zsV+lwfFmKHiag==\\",\\"additionalParameters\\":{}}","credentialData":"{\\"hashIterations\\":1000,\\"algorithm\\":\\"pbkdf2-sha256\\",\\"additionalParameters\\":{}}"}',
  },
  'keycloak argon2': {
    algorithm: 'argon2',
    hash: '{"type":"password","secretData":"{\\"value\\":\\"3NfkZEMOv1rvSBmn4fC/PN/nxxcYlW78027o8qSN0K4=\\",\\"salt\\":\\"36ofoLBN5MNThMhTDnoiKw==\\"}","credentialData":"{\\"hashIterations\\":5,\\"algorithm\\":\\"argon2\\",\\"additionalParameters\\":{\\"hashLength\\":[\\"32\\"],\\"memory\\":[\\"8\\"],\\"type\\":[\\"id\\"],\\"version\\":[\\"1.3\\"],\\"parallelism\\":[\\"1\\"]}}"}',
  },
  'better-auth': {
    algorithm: 'scrypt',
    hash: '8e79a50eb0f130b29a2d07af52addd25:5bdff4d9f3bb72e4b7993c238babd472259d0f3ea67680b5a18dc9858dd581ed711ce084639e524cc510a7327c80cf9c119bcc18ca9bb68b028dc7b2d228593f',
  },
  firebase: {
    algorithm: 'firebase-scrypt',
    hash: 'fI819Iry+d4T/HoCRE85pZNG9Ph+7GUIBez9rBnSsniYZEvWRgjqk+CaEgnxLY2rXwY4cdJm6+CxGgsNfEElBA==',
    salt: 'KXPaZ0+TkUKoJXYC',
    signerKey: 'YSBzaWduZXIga2V5IG9mIHNpeHR5LWZvdXIgYnl0ZXMsIGFzIGVhY2ggcHJvamVjdCBvZiBpdCBoYXMgb25lLg==',
    saltSeparator: 'Bw==',
    rounds: 8,
    memCost: 10,
  },
} as const satisfies Record<string, ForeignPassword>;
