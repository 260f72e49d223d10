import sharp from 'sharp';

/** A logo that a test draws, whose main colour is known. */
export interface StoreLogo {
  readonly name: string;
  readonly main: string;
  readonly draw: () => Promise<Buffer>;
}

type Mark = (main: string, other: string) => string;

const WORDS = 'font-family="Inter, DejaVu Sans, sans-serif" font-weight="700"';

/** Drawings in 480 x 160. */
const MARKS: Readonly<Record<string, Mark>> = {
  word: (main) => `<text x="30" y="105" font-size="80" ${WORDS} fill="${main}">NORDEN</text>`,
  circleAndWord: (main, other) =>
    `<circle cx="90" cy="80" r="56" fill="${main}"/><path d="M70 100 L90 50 L110 100 Z" fill="#ffffff"/>
     <text x="170" y="104" font-size="68" ${WORDS} fill="${other}">harbour</text>`,
  badge: (main) =>
    `<rect x="20" y="20" width="440" height="120" rx="24" fill="${main}"/>
     <text x="70" y="106" font-size="72" ${WORDS} fill="#ffffff">KOLLEKT</text>`,
  stripes: (main, other) =>
    `<rect x="60" y="30" width="360" height="60" fill="${main}"/><rect x="60" y="96" width="360" height="16" fill="${other}"/>
     <rect x="60" y="118" width="360" height="12" fill="#1a1a1a"/>`,
  thinLines: (main) =>
    `<g fill="none" stroke="${main}" stroke-width="3"><circle cx="120" cy="80" r="50"/><circle cx="120" cy="80" r="38"/>
     <path d="M210 110 Q300 20 420 110"/><path d="M210 124 Q300 40 420 124"/></g>`,
  leaves: (main, other) =>
    `<path d="M120 140 C40 110 60 30 120 20 C180 30 200 110 120 140 Z" fill="${main}"/>
     <path d="M240 140 C180 120 190 60 240 50 C290 60 300 120 240 140 Z" fill="${other}"/>
     <text x="310" y="100" font-size="48" ${WORDS} fill="#222222">fern</text>`,
};

const GROUNDS = {
  clear: { fill: '', file: 'png' },
  whiteBox: { fill: '<rect width="480" height="160" fill="#ffffff"/>', file: 'png' },
  whiteJpeg: { fill: '<rect width="480" height="160" fill="#ffffff"/>', file: 'jpeg' },
  offWhite: { fill: '<rect width="480" height="160" fill="#f7f7f5"/>', file: 'webp' },
} as const;

const MAINS: readonly (readonly [main: string, other: string])[] = [
  ['#e4002b', '#1a1a1a'],
  ['#0a5c36', '#d9b44a'],
  ['#1f4e5f', '#d9553f'],
  ['#f2a900', '#202020'],
  ['#5b2a86', '#f4c2d7'],
  ['#0077c8', '#00a3e0'],
  ['#b5532a', '#3a2a20'],
  ['#ff6b9a', '#2b2b40'],
  ['#0b1f4b', '#c8102e'],
  ['#3a7d44', '#8fbf5a'],
  ['#7a1f3d', '#caa15a'],
  ['#00a88f', '#0a3d4a'],
  ['#c75b12', '#5c6b2f'],
  ['#8a6d3b', '#2e2a25'],
  ['#2d2f92', '#ef3e56'],
];

const drawn = (svg: string, file: 'png' | 'jpeg' | 'webp'): Promise<Buffer> => {
  const image = sharp(Buffer.from(svg), { density: 144 });
  if (file === 'jpeg') return image.flatten({ background: '#ffffff' }).jpeg({ quality: 85 }).toBuffer();
  return file === 'webp' ? image.webp({ quality: 90 }).toBuffer() : image.png().toBuffer();
};

/** Thirty logos: five kinds of drawings on four kinds of grounds. The other colour has less area. */
export const STORE_LOGOS: readonly StoreLogo[] = Array.from({ length: 30 }, (_, index) => {
  const [main, other] = MAINS[index % MAINS.length] ?? ['#000000', '#000000'];
  const [mark = 'word', draw] = Object.entries(MARKS)[(index + Math.floor(index / 15)) % 6] ?? [];
  const [ground, { fill, file }] = Object.entries(GROUNDS)[index % 4] ?? ['clear', GROUNDS.clear];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="160">${fill}${draw?.(main, other) ?? ''}</svg>`;
  return { name: `${index + 1} ${mark} ${main} ${ground}`, main, draw: () => drawn(svg, file) };
});
