import sharp from 'sharp';

/** Where the middle of a face is, and its height, in fractions of the image. */
export interface DrawnFace {
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

const SKIN = '#e2b08d';
const SHADE = '#b98260';
const HAIR = '#4a2e1c';

/** A person in a drawing of 300 x 410; the face is 170 high and in the middle of 150, 170. */
const PERSON = `<path d="M40 330q110-70 220 0v80h-220z" fill="#3b5a7a"/><path d="M122 230h56v90h-56z" fill="${SHADE}"/>
<ellipse cx="150" cy="130" rx="100" ry="120" fill="${HAIR}"/><ellipse cx="150" cy="165" rx="76" ry="102" fill="url(#skin)"/>
<path d="M74 140q20-70 76-72q60 0 76 72q-20-38-50-44q-60 10-102 44z" fill="${HAIR}"/>
<g fill="none" stroke="${HAIR}" stroke-width="6"><path d="M95 138q20-12 40-2"/><path d="M165 136q20-10 40 2"/></g>
<g fill="#f6efe8"><ellipse cx="117" cy="155" rx="17" ry="9"/><ellipse cx="183" cy="155" rx="17" ry="9"/></g>
<g fill="#3d2a1c"><circle cx="117" cy="155" r="8"/><circle cx="183" cy="155" r="8"/></g>
<g fill="#ffffff"><circle cx="120" cy="152" r="2.4"/><circle cx="186" cy="152" r="2.4"/></g>
<g fill="none" stroke="#2a1a12" stroke-width="3"><path d="M100 152q17-14 34 0"/><path d="M166 152q17-14 34 0"/></g>
<path d="M148 158q-6 30-12 42q14 10 28 0" stroke="${SHADE}" stroke-width="5" fill="none"/>
<g fill="#7a4632"><ellipse cx="140" cy="203" rx="4" ry="2.5"/><ellipse cx="160" cy="203" rx="4" ry="2.5"/></g>
<path d="M118 228q16-10 32-3q16-7 32 3q-32 24-64 0z" fill="#b1504c"/>
<path d="M118 228q32 6 64 0" stroke="#6f2b2b" stroke-width="2.5" fill="none"/>`;

/**
 * A JPEG of a person before a wall, drawn so that a detector of faces finds the face. What reaches beyond the image is
 * cut off.
 */
export async function portrait(width: number, height: number, { x, y, height: share }: DrawnFace): Promise<Buffer> {
  const scale = (share * height) / 170;
  const at = `translate(${x * width - 150 * scale},${y * height - 170 * scale}) scale(${scale})`;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<defs><radialGradient id="skin" cx=".42" cy=".38" r=".75"><stop offset=".7" stop-color="${SKIN}"/>
<stop offset="1" stop-color="${SHADE}"/></radialGradient><filter id="soft"><feGaussianBlur stdDeviation="1.2"/></filter></defs>
<rect width="100%" height="100%" fill="#b9c4bd"/><g transform="${at}" filter="url(#soft)">${PERSON}</g></svg>`;
  return sharp(Buffer.from(drawing)).jpeg({ quality: 92 }).toBuffer();
}
