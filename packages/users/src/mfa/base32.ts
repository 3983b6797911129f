const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * The bytes of a text in base32. Bits after the last whole byte are left out, as apps do: some systems have made secrets
 * whose length is no multiple of eight bits.
 */
export function fromBase32(text: string): Uint8Array<ArrayBuffer> {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = bits.match(/.{8}/gu) ?? [];
  return Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2));
}
