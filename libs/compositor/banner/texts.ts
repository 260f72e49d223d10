import { CompositionError } from '../composition-error.js';
import { fitText, type TextBlock, type TextRoom } from '../text/fit.js';
import { type Typeface, typefaceFor } from '../text/typeface.js';
import type { Box, Overlay } from '../types.js';
import type { Align, Arrangement } from './arrangement.js';
import type { BannerSpec } from './types.js';

type Role = Extract<Overlay['role'], 'headline' | 'subheadline' | 'callToAction' | 'legal'>;

export type BannerFaces = Partial<Record<Role, Typeface>> & { readonly headline: Typeface };

/** A block of text and its place. `y` is the first baseline. */
export interface PlacedText {
  readonly role: Overlay['role'];
  readonly block: TextBlock;
  readonly align: Align;
  /** Left edge and width of the area within which lines are aligned. */
  readonly frame: { readonly x: number; readonly width: number };
  readonly y: number;
}

export interface TextLayout {
  readonly texts: readonly PlacedText[];
  readonly button: Box | null;
  readonly logo: Box | null;
}

type Size = Pick<Box, 'width' | 'height'>;

/** Smallest readable sizes in CSS pixels. A button has to be readable at a glance. */
const SMALLEST: Readonly<Record<Role, number>> = { headline: 12, subheadline: 10, callToAction: 14, legal: 8 };

/** @throws CompositionError `text_not_drawable`; `text_does_not_fit` for a headline of white space only */
export function facesFor(spec: BannerSpec): BannerFaces {
  const { heading, body } = spec.brand.fonts;
  const face = (role: Role, bold: boolean) => {
    const text = spec[role];
    return text?.trim() ? { [role]: typefaceFor(text, role === 'headline' ? heading : body, bold, role) } : {};
  };
  const headline = typefaceFor(spec.headline, heading, true, 'headline');
  return { headline, ...face('subheadline', false), ...face('callToAction', true), ...face('legal', false) };
}

interface Fitted {
  readonly headline: TextBlock;
  readonly subheadline: TextBlock | null;
}

/** Null if a text does not fit at its smallest size. `logo` is the aspect ratio of the logo. */
export function layOutTexts(faces: BannerFaces, plan: Arrangement, logo: number | null): TextLayout | null {
  const { text, unit } = plan;
  const legal =
    faces.legal &&
    fitText(faces.legal, room(plan, { width: text.width, height: text.height * 0.3 }, 'legal', unit * 0.03, 4));
  const button = faces.callToAction && fitButton(faces.callToAction, plan);
  if (legal === null || button === null) return null;
  const gap = unit * 0.05;
  const beside = plan.form === 'strip' && button ? button.box.width + gap * 1.6 : 0;
  const below = plan.form !== 'strip' && button ? button.box.height + gap * 1.4 : 0;
  const logoHeight = logo === null ? 0 : Math.min(unit * 0.11, (text.width * 0.45) / logo);
  const top = logoHeight ? logoHeight + gap : 0;
  const bottom = legal ? legal.height + gap * 0.8 : 0;
  const width = text.width - beside;
  const height = text.height - top - bottom - below;
  const fitted = fitPair(faces, plan, { width, height }, gap);
  if (!fitted) return null;
  return place({
    plan,
    legal: legal ?? null,
    button: button ?? null,
    fitted,
    gap,
    top,
    bottom,
    below,
    width,
    logo: logo === null ? null : { height: logoHeight, width: logoHeight * logo },
  });
}

function room({ density }: Arrangement, size: Size, role: Role, largest: number, maxLines: number): TextRoom {
  const minSize = SMALLEST[role] * density;
  return { ...size, minSize, maxSize: Math.max(minSize, Math.min(largest, 420)), maxLines, tight: role === 'headline' };
}

interface Button {
  readonly label: TextBlock;
  readonly box: { readonly width: number; readonly height: number };
}

function fitButton(face: Typeface, plan: Arrangement): Button | null {
  const widest = plan.form === 'strip' ? plan.text.width * 0.34 : plan.text.width;
  const size = plan.form === 'strip' ? plan.unit * 0.13 : plan.unit * 0.05;
  const label = fitText(
    face,
    room(plan, { width: widest - size * 2, height: plan.text.height * 0.4 }, 'callToAction', size, 2),
  );
  if (!label) return null;
  return { label, box: { width: label.width + label.size * 2.4, height: label.height + label.size * 1.55 } };
}

/** Makes the headline as large as possible while the subheadline still fits below it. */
function fitPair(faces: BannerFaces, plan: Arrangement, size: Size, gap: number): Fitted | null {
  const strip = plan.form === 'strip';
  const { subheadline } = faces;
  for (const share of subheadline ? [0.68, 0.58, 0.48, 0.38] : [1]) {
    const headline = fitText(
      faces.headline,
      room(plan, { ...size, height: size.height * share }, 'headline', plan.unit * (strip ? 0.3 : 0.2), strip ? 2 : 5),
    );
    if (!headline || !subheadline) return headline && { headline, subheadline: null };
    const left = size.height - headline.height - gap * 1.3;
    const largest = Math.min(headline.size * 0.55, plan.unit * (strip ? 0.15 : 0.07));
    const second = fitText(subheadline, room(plan, { ...size, height: left }, 'subheadline', largest, strip ? 2 : 6));
    if (second) return { headline, subheadline: second };
  }
  return null;
}

interface Pieces {
  readonly plan: Arrangement;
  readonly legal: TextBlock | null;
  readonly button: Button | null;
  readonly fitted: Fitted;
  readonly gap: number;
  readonly top: number;
  readonly bottom: number;
  readonly below: number;
  readonly width: number;
  readonly logo: { readonly width: number; readonly height: number } | null;
}

/** Centres all texts except the legal line vertically as one group; the legal line is at the bottom. */
function place(pieces: Pieces): TextLayout {
  const { plan, fitted, button, legal, gap, logo } = pieces;
  const { text, align } = plan;
  const second = fitted.subheadline ? fitted.subheadline.height + gap * 1.3 : 0;
  const group = pieces.top + fitted.headline.height + second + pieces.below;
  let y = text.y + (text.height - pieces.bottom - group) / 2 + pieces.top;
  const textX = align === 'right' ? text.x + text.width - pieces.width : text.x;
  const frame = { x: textX, width: pieces.width };
  const texts: PlacedText[] = [
    { role: 'headline', block: fitted.headline, align, frame, y: y + fitted.headline.ascent },
  ];
  y += fitted.headline.height;
  if (fitted.subheadline) {
    texts.push({
      role: 'subheadline',
      block: fitted.subheadline,
      align,
      frame,
      y: y + gap * 1.3 + fitted.subheadline.ascent,
    });
    y += second;
  }
  if (legal) {
    texts.push({
      role: 'legal',
      block: legal,
      align,
      frame: { x: text.x, width: text.width },
      y: text.y + text.height - legal.height + legal.ascent,
    });
  }
  const box = button && buttonBox(pieces, button, y);
  if (box && button) texts.push(labelIn(box, button.label));
  const logoY = text.y + (text.height - pieces.bottom - group) / 2;
  return { texts, button: box, logo: logo && { x: start(align, text, logo.width), y: logoY, ...logo } };
}

const start = (align: Align, { x, width }: { x: number; width: number }, own: number): number =>
  align === 'left' ? x : align === 'right' ? x + width - own : x + (width - own) / 2;

function buttonBox({ plan, gap, bottom }: Pieces, { box }: Button, y: number): Box {
  const { text, align } = plan;
  if (plan.form !== 'strip') return { x: start(align, text, box.width), y: y + gap * 1.4, ...box };
  const x = align === 'right' ? text.x : text.x + text.width - box.width;
  return { x, y: text.y + (text.height - bottom - box.height) / 2, ...box };
}

const labelIn = (box: Box, label: TextBlock): PlacedText => ({
  role: 'callToAction',
  block: label,
  align: 'center',
  frame: { x: box.x, width: box.width },
  y: box.y + (box.height - label.height) / 2 + label.ascent,
});

/** The error names the text that is the longest for its place. */
export function doesNotFit(faces: BannerFaces, spec: BannerSpec): CompositionError {
  const roles: Role[] = ['headline', 'subheadline', 'callToAction', 'legal'];
  const [longest] = roles.filter((role) => faces[role]).toSorted((a, b) => weight(faces, b) - weight(faces, a));
  const detail = `The text does not fit ${spec.width} x ${spec.height} pixels at a legible size.`;
  return new CompositionError('text_does_not_fit', detail, longest ?? 'headline');
}

const weight = (faces: BannerFaces, role: Role): number => (faces[role]?.text.length ?? 0) * SMALLEST[role] ** 2;
