import { join } from 'node:path';
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';

export const FONTS = 'libs/compositor/fonts/files';

/** Three times the size that is shown. */
const HEIGHT = 132;
const SIGN = 138;

interface Wordmark {
  readonly name: string;
  /** File name. */
  readonly font: string;
  readonly size: number;
  readonly ink: string;
}

function logo({ name, font, size, ink }: Wordmark, sign: (draw: SKRSContext2D) => void): Buffer {
  const family = `Gallery ${font}`;
  GlobalFonts.registerFromPath(join(FONTS, font), family);
  const set = `${size}px "${family}"`;
  const ruler = createCanvas(1, 1).getContext('2d');
  ruler.font = set;
  const canvas = createCanvas(Math.ceil(SIGN + ruler.measureText(name).width), HEIGHT);
  const draw = canvas.getContext('2d');
  sign(draw);
  draw.fillStyle = ink;
  draw.font = set;
  draw.textBaseline = 'middle';
  draw.fillText(name, SIGN, 68);
  return canvas.toBuffer('image/png');
}

/** A sprig in a bowl. */
export const juniperLogo = (ink: string, clay: string): Buffer =>
  logo({ name: 'Juniper & Clay', font: 'playfair-display-700.woff2', size: 56, ink }, (draw) => {
    draw.fillStyle = clay;
    draw.beginPath();
    draw.arc(66, 72, 44, 0, Math.PI);
    draw.fill();
    draw.strokeStyle = ink;
    draw.fillStyle = ink;
    draw.lineWidth = 5;
    draw.beginPath();
    draw.moveTo(66, 66);
    draw.lineTo(66, 14);
    draw.stroke();
    for (const [x, y, turn] of [
      [50, 28, 0.7],
      [82, 28, -0.7],
      [48, 50, 0.7],
      [84, 50, -0.7],
    ] as const) {
      draw.beginPath();
      draw.ellipse(x, y, 17, 7, turn, 0, Math.PI * 2);
      draw.fill();
    }
  });

/** Two hills below a sun. */
export const fellLogo = (ink: string, sun: string): Buffer =>
  logo({ name: 'FELL & FIELD', font: 'montserrat-700.woff2', size: 50, ink }, (draw) => {
    draw.fillStyle = sun;
    draw.beginPath();
    draw.arc(88, 36, 20, 0, Math.PI * 2);
    draw.fill();
    draw.fillStyle = ink;
    draw.beginPath();
    draw.moveTo(6, 112);
    draw.lineTo(52, 34);
    draw.lineTo(78, 78);
    draw.lineTo(90, 60);
    draw.lineTo(122, 112);
    draw.fill();
  });
