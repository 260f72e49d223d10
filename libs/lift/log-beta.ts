/** Terms of Stirling's series: the Bernoulli numbers B(2k) divided by 2k(2k-1). */
const STIRLING = [1 / 12, -1 / 360, 1 / 1_260, -1 / 1_680, 1 / 1_188, -691 / 360_360, 1 / 156] as const;
/** From this argument on the series has an error below 1e-16. */
const LARGE = 10;
const HALF_LOG_2_PI = Math.log(2 * Math.PI) / 2;

/** The natural logarithm of the gamma function of a positive number, with a relative error of about 1e-15. */
export function logGamma(value: number): number {
  let shift = 0;
  let x = value;
  for (; x < LARGE; x += 1) shift += Math.log(x);
  const square = 1 / (x * x);
  const series = STIRLING.reduceRight((sum, term) => sum * square + term, 0) / x;
  return (x - 0.5) * Math.log(x) - x + HALF_LOG_2_PI + series - shift;
}

/** The natural logarithm of the beta function of two positive numbers. */
export const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b);
