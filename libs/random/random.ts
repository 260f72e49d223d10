/** FNV-1a. Each of the four words of a seed has its own start value. */
function hash32(text: string, start: number): number {
  let hash = start >>> 0;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

const WARM_UP = 12;

/**
 * Seeded random numbers: sfc32 (Chris Doty-Humphrey, PractRand), the same on every machine. Samplers are the textbook
 * ones: polar method for the normal, Marsaglia and Tsang (2000) for the gamma, Knuth's for the Poisson.
 */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;

  constructor(private readonly seed: string | number) {
    const text = String(seed);
    this.a = hash32(text, 0x811c9dc5);
    this.b = hash32(text, 0x9e3779b9);
    this.c = hash32(text, 0x85ebca6b);
    for (let i = 0; i < WARM_UP; i += 1) this.uint32();
  }

  /** An independent stream, so that more draws in one place do not change the draws in another place. */
  fork(label: string | number): Random {
    return new Random(`${this.seed}/${label}`);
  }

  uint32(): number {
    const sum = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = ((this.c << 21) | (this.c >>> 11)) + sum;
    this.c |= 0;
    return sum >>> 0;
  }

  /** In [0, 1). */
  uniform(): number {
    return this.uint32() / 2 ** 32;
  }

  /** In (0, 1): for logarithms. */
  private positive(): number {
    return (this.uint32() + 0.5) / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.uniform() < probability;
  }

  /** A whole number from 0 to below `below`. */
  integer(below: number): number {
    return Math.floor(this.uniform() * below);
  }

  pick<T extends readonly [unknown, ...unknown[]]>(items: T): T[number] {
    return items[this.integer(items.length)];
  }

  exponential(rate: number): number {
    return -Math.log(this.positive()) / rate;
  }

  normal(): number {
    for (;;) {
      const [x, y] = [2 * this.uniform() - 1, 2 * this.uniform() - 1];
      const square = x * x + y * y;
      if (square > 0 && square < 1) return x * Math.sqrt((-2 * Math.log(square)) / square);
    }
  }

  logNormal(median: number, sigma: number): number {
    return median * Math.exp(sigma * this.normal());
  }

  gamma(shape: number, rate: number): number {
    if (shape < 1) return this.gamma(shape + 1, rate) * this.positive() ** (1 / shape);
    const d = shape - 1 / 3;
    const c = 1 / Math.sqrt(9 * d);
    for (;;) {
      const x = this.normal();
      const v = (1 + c * x) ** 3;
      if (v > 0 && Math.log(this.positive()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return (d * v) / rate;
    }
  }

  poisson(mean: number): number {
    const limit = Math.exp(-mean);
    let count = 0;
    for (let product = this.positive(); product > limit; product *= this.positive()) count += 1;
    return count;
  }

  /** A UUID of version 4 from this stream. */
  uuid(): string {
    const hex = Array.from({ length: 4 }, () => this.uint32().toString(16).padStart(8, '0')).join('');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}
