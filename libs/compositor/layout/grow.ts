import type { Area, Plan } from '../families/types.js';

/** How much larger the area of the texts becomes, in the order in which they are tried. The last takes all it may. */
export const GROWTHS = [1, 1.15, 1.32, 1.5, Infinity] as const;

/** Areas that are this near count as neighbours, in fractions of the image. */
const NEAR = 0.06;
/** The images keep at least this share of the image's side. */
const LEAST = 0.16;

/**
 * The plan with a larger area for the texts, or a smaller one if `by` is below 1. What is beside it gives way,
 * but never all of it. Null if nothing can.
 */
export function grown(plan: Plan, by: number): Plan | null {
  if (by === 1) return plan;
  const { texts, images } = plan;
  if (!images) return null;
  const [x, y, width, height] = texts.area;
  const [left, top, across, down] = images.area;
  const near = (a: number, b: number): boolean => Math.abs(a - b) <= NEAR;
  const tall = Math.min(height * (by - 1), down - LEAST);
  const wide = Math.min(width * (by - 1), across - LEAST);
  const helps = (change: number): boolean => (by < 1 ? change < 0 : change > 0);
  const moved = (area: Area, imaged: Area, dx: number, dy: number): Plan => ({
    ...plan,
    texts: { ...texts, area },
    images: { ...images, area: imaged, ...(images.disc ? { disc: shifted(images.disc, dx, dy) } : {}) },
    ...(plan.ornaments
      ? { ornaments: plan.ornaments.map((one) => ({ ...one, area: shifted(one.area, dx / 2, dy / 2) })) }
      : {}),
  });
  if (near(top + down, y) && helps(tall)) {
    return moved([x, y - tall, width, height + tall], [left, top, across, down - tall], 0, -tall);
  }
  if (near(y + height, top) && helps(tall)) {
    return moved([x, y, width, height + tall], [left, top + tall, across, down - tall], 0, tall);
  }
  if (near(x + width, left) && helps(wide)) {
    return moved([x, y, width + wide, height], [left + wide, top, across - wide, down], wide, 0);
  }
  if (near(left + across, x) && helps(wide)) {
    return moved([x - wide, y, width + wide, height], [left, top, across - wide, down], -wide, 0);
  }
  return null;
}

const shifted = ([x, y, width, height]: Area, dx: number, dy: number): Area => [x + dx, y + dy, width, height];
