import type { SKRSContext2D } from '@napi-rs/canvas';
import { mix } from '../colour/rgb.js';
import type { Box, BrandKit } from '../types.js';

/** The field of a product without an image. */
export const fieldOf = ({ background, primary }: BrandKit['palette']): string => mix(background, primary, 0.14);

/** A shopping bag in the brand's colour stands for the image of a product that has none. */
export function paintNoImage(ctx: SKRSContext2D, box: Box, palette: BrandKit['palette']): void {
  const field = fieldOf(palette);
  ctx.fillStyle = field;
  ctx.fillRect(box.x, box.y, box.width, box.height);
  const size = Math.min(box.width, box.height) * 0.3;
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2 + size * 0.12;
  ctx.strokeStyle = mix(field, palette.primary, 0.5);
  ctx.lineWidth = Math.max(2, size * 0.06);
  ctx.lineJoin = 'round';
  ctx.lineCap = 'round';
  ctx.beginPath();
  ctx.moveTo(x - size * 0.42, y - size * 0.35);
  ctx.lineTo(x + size * 0.42, y - size * 0.35);
  ctx.lineTo(x + size * 0.5, y + size * 0.5);
  ctx.lineTo(x - size * 0.5, y + size * 0.5);
  ctx.closePath();
  ctx.stroke();
  ctx.beginPath();
  ctx.arc(x, y - size * 0.35, size * 0.22, Math.PI, 0);
  ctx.stroke();
}
