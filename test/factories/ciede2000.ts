/** CIELAB of a `#rrggbb` colour under D65. */
function labOf(hex: string): { l: number; a: number; b: number } {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  const bent = (value: number) => (value > 216 / 24_389 ? Math.cbrt(value) : (value * 24_389) / 27 / 116 + 16 / 116);
  const x = bent((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const y = bent(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
  const z = bent((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  return { l: 116 * y - 16, a: 500 * (x - y), b: 200 * (y - z) };
}

const RADIANS = Math.PI / 180;
const sin = (degrees: number): number => Math.sin(degrees * RADIANS);
const cos = (degrees: number): number => Math.cos(degrees * RADIANS);
const hueOf = (a: number, b: number): number => (a === 0 && b === 0 ? 0 : (Math.atan2(b, a) / RADIANS + 360) % 360);

/** The colour difference CIEDE2000 (Sharma, Wu, Dalal 2005). Below 1 no eye sees it; at 5 two colours look related. */
export function ciede2000(first: string, second: string): number {
  const [one, two] = [labOf(first), labOf(second)];
  const seventh = ((Math.hypot(one.a, one.b) + Math.hypot(two.a, two.b)) / 2) ** 7;
  const stretch = 1 + 0.5 * (1 - Math.sqrt(seventh / (seventh + 25 ** 7)));
  const [c1, c2] = [Math.hypot(one.a * stretch, one.b), Math.hypot(two.a * stretch, two.b)];
  const [h1, h2] = [hueOf(one.a * stretch, one.b), hueOf(two.a * stretch, two.b)];
  const isGrey = c1 * c2 === 0;
  const around = h2 - h1;
  const turn = isGrey ? 0 : around > 180 ? around - 360 : around < -180 ? around + 360 : around;
  const [dl, dc, dh] = [two.l - one.l, c2 - c1, 2 * Math.sqrt(c1 * c2) * sin(turn / 2)];
  const [l, c] = [(one.l + two.l) / 2, (c1 + c2) / 2];
  const sum = h1 + h2;
  const far = Math.abs(around) > 180;
  const h = isGrey ? sum : far ? (sum < 360 ? (sum + 360) / 2 : (sum - 360) / 2) : sum / 2;
  const t = 1 - 0.17 * cos(h - 30) + 0.24 * cos(2 * h) + 0.32 * cos(3 * h + 6) - 0.2 * cos(4 * h - 63);
  const sl = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2);
  const [sc, sh] = [1 + 0.045 * c, 1 + 0.015 * c * t];
  const rotation = -sin(60 * Math.exp(-(((h - 275) / 25) ** 2))) * 2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7));
  return Math.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rotation * (dc / sc) * (dh / sh));
}
