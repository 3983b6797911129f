/** `pbkdf2_sha256$rounds$salt$hash`. The salt is a text. */
const pbkdf2 = /^pbkdf2_(sha1|sha256|sha512)\$([0-9]{1,8})\$([^$]{1,200})\$([A-Za-z0-9+/=]{1,200})$/u;
/** `scrypt$N$salt$r$p$hash`. */
const scrypt = /^scrypt\$([0-9]{1,8})\$([^$]{1,200})\$([0-9]{1,8})\$([0-9]{1,8})\$([A-Za-z0-9+/=]{1,200})$/u;

/** The PHC string of a hash of Django, whose first part is the name of its hasher. Every other text is returned as it is. */
export function phcOfDjango(hash: string): string {
  if (hash.startsWith('argon2$')) return hash.slice('argon2'.length);
  if (hash.startsWith('bcrypt$')) return hash.slice('bcrypt$'.length);
  const [, digest, rounds, salt = '', key = ''] = pbkdf2.exec(hash) ?? [];
  if (digest) return `$pbkdf2-${digest}$i=${rounds}$${unpadded(salt)}$${key.replaceAll('=', '')}`;
  const [, n, text = '', r, p, value = ''] = scrypt.exec(hash) ?? [];
  return n ? `$scrypt$n=${n},r=${r},p=${p}$${unpadded(text)}$${value.replaceAll('=', '')}` : hash;
}

const unpadded = (salt: string) => Buffer.from(salt).toString('base64').replaceAll('=', '');
