import { readStored } from './stored-form.js';

/** The work of a check, in terms of one of a few kinds that can be measured. */
export interface KindWork {
  /** A kind whose costs are a power of two: at most eight for each algorithm and digest. */
  readonly measured: string;
  /** How many times as much work the check is. */
  readonly factor: number;
  /** How long the measured kind takes on a slow machine: counts until it was measured. */
  readonly estimate: number;
}

/** Milliseconds per unit of work on a slow machine. */
const unit = {
  bcrypt: 0.08,
  sha1: 0.0006,
  sha256: 0.0006,
  sha512: 0.0009,
  scrypt: 0.0005,
  argon2: 0.001,
  phpass: 0.004,
} as const;

/** How many powers of two are told apart below the largest. Smaller costs are computed from the smallest. */
const classes = 8;

/** The largest power of two that is not above the number, within the classes below `maxExponent`. */
function roundDown(number: number, maxExponent: number): number {
  const exponent = Math.floor(Math.log2(Math.max(1, number)));
  return 2 ** Math.min(maxExponent, Math.max(maxExponent - classes + 1, exponent));
}

/** What a check of this kind costs; undefined if the kind is not known. The time of each algorithm grows with this number. */
export function workOf(kind: string): KindWork | undefined {
  const { algorithm, parameters } = readStored(kind);
  const numbers = parameters.map(Number);
  if (algorithm === 'bcrypt') return bcryptWork(numbers[0] ?? 0);
  if (algorithm === 'pbkdf2') return pbkdf2Work(parameters[0] ?? '', numbers[1] ?? 0);
  if (algorithm === 'scrypt') return scryptWork(numbers);
  if (algorithm === 'phpass') return phpassWork(numbers[0] ?? 0);
  if (algorithm === 'ssha') return { measured: `ssha.${parameters[0]}`, factor: 1, estimate: 1 };
  if (algorithm === 'firebase') return scryptWork([2 ** (numbers[1] ?? 0), numbers[0] ?? 0, 1]);
  return algorithm === 'argon2' ? argon2Work(numbers[2] ?? 0, numbers[3] ?? 0) : undefined;
}

function bcryptWork(cost: number): KindWork {
  const rounds = roundDown(2 ** cost, 14);
  const measured = `bcrypt.${String(Math.log2(rounds)).padStart(2, '0')}`;
  return { measured, factor: 2 ** cost / rounds, estimate: rounds * unit.bcrypt };
}

function phpassWork(log: number): KindWork {
  const rounds = roundDown(2 ** log, 17);
  const measured = `phpass.${String(Math.log2(rounds)).padStart(2, '0')}`;
  return { measured, factor: 2 ** log / rounds, estimate: rounds * unit.phpass };
}

function pbkdf2Work(digest: string, rounds: number): KindWork | undefined {
  if (digest !== 'sha1' && digest !== 'sha256' && digest !== 'sha512') return undefined;
  const base = roundDown(rounds, 22);
  return { measured: `pbkdf2.${digest}.${base}`, factor: rounds / base, estimate: base * unit[digest] };
}

/** The memory decides how fast the work is done, so it is measured; the parallelization only repeats it. */
function scryptWork([N = 0, r = 0, p = 0]: readonly number[]): KindWork {
  const base = roundDown(N * r, 21);
  return { measured: `scrypt.${base / 8}.8.1`, factor: (p * N * r) / base, estimate: base * unit.scrypt };
}

/** The same with the passes. Lanes only make it faster. */
function argon2Work(memory: number, passes: number): KindWork {
  const base = roundDown(memory, 18);
  const measured = `argon2.argon2id.19.${base}.1.1`;
  return { measured, factor: (passes * memory) / base, estimate: base * unit.argon2 };
}
