/** Images above this width are assumed to be shown at half their width, for high-density screens. */
const DENSE_ABOVE = 800;

/** The default width at which an image is shown, in CSS pixels. */
export const usualShownWidth = (width: number): number => (width > DENSE_ABOVE ? Math.round(width / 2) : width);

/** The number of image pixels per CSS pixel. */
export const densityOf = ({ width, shownWidth }: { readonly width: number; readonly shownWidth?: number }): number =>
  width / (shownWidth ?? usualShownWidth(width));

/** The width of an image in pixels that a screen with two pixels per CSS pixel shows. The limit of its file counts. */
export const seenWidth = ({ width, shownWidth = width }: { readonly width: number; readonly shownWidth?: number }) =>
  Math.min(width, shownWidth * 2);

/** The longest side of a product in a banner, in pixels: it is hardly ever longer than the banner's short side. */
export const longestShown = ({ width, height }: { readonly width: number; readonly height: number }): number =>
  Math.round(Math.min(width, height) * 1.1);
