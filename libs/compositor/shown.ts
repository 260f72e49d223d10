/** Wider images are made twice as dense as they are shown, for sharp screens. */
const DENSE_ABOVE = 800;

/** How wide an image is shown, in CSS pixels, unless somebody says so. */
export const usualShownWidth = (width: number): number => (width > DENSE_ABOVE ? Math.round(width / 2) : width);

/** Pixels of the image for one that a reader sees. */
export const densityOf = ({ width, shownWidth }: { readonly width: number; readonly shownWidth?: number }): number =>
  width / (shownWidth ?? usualShownWidth(width));
