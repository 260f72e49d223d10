import sharp from 'sharp';

export interface PlainOffer {
  readonly headline: string;
  readonly subheadline: string;
  readonly callToAction: string;
  readonly colour: string;
  readonly products: readonly { readonly image: Uint8Array; readonly title: string; readonly price: string }[];
}

const WIDTH = 1200;
const HEIGHT = 600;
const CARD = 480;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The offer as a simple template sets it: words beside white cards, no cut-outs, no choice of a layout. */
export async function plainBanner({
  headline,
  subheadline,
  callToAction,
  colour,
  products,
}: PlainOffer): Promise<Buffer> {
  const wide = (WIDTH / 2 - 60) / products.length;
  const text = `font-family="sans-serif" fill="#1d2327"`;
  const cards = products.map(({ title, price }, at) => {
    const x = WIDTH / 2 + at * wide;
    const middle = x + wide / 2 - 10;
    return `<rect x="${x}" y="60" width="${wide - 20}" height="${CARD}" rx="16" fill="#fff"/>
<text x="${middle}" y="470" font-size="20" text-anchor="middle" ${text}>${escaped(title)}</text>
<text x="${middle}" y="505" font-size="22" font-weight="bold" text-anchor="middle" ${text}>${escaped(price)}</text>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<rect width="100%" height="100%" fill="${colour}"/>
<text x="50" y="220" font-size="52" font-weight="bold" ${text}>${escaped(headline)}</text>
<text x="50" y="280" font-size="28" ${text}>${escaped(subheadline)}</text>
<rect x="50" y="330" width="230" height="64" rx="14" fill="#1d2327"/>
<text x="165" y="371" font-size="26" text-anchor="middle" font-family="sans-serif" fill="#fff">${escaped(callToAction)}</text>
${cards.join('')}</svg>`;
  const images = await Promise.all(
    products.map(async ({ image }, at) => {
      const side = Math.round(Math.min(wide - 60, 330));
      const input = await sharp(image).resize(side, side, { fit: 'contain', background: '#fff' }).toBuffer();
      return { input, left: Math.round(WIDTH / 2 + at * wide + (wide - 20 - side) / 2), top: 90 };
    }),
  );
  return sharp(Buffer.from(svg)).composite(images).png().toBuffer();
}
