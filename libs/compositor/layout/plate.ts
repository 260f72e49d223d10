import type { TextsPlan } from '../families/types.js';
import { mix } from '../colour/rgb.js';
import type { Box } from '../types.js';
import { inset } from './boxes.js';
import type { Content } from './content.js';
import { LEAST_MARGIN } from './type-scale.js';
import type { PanelElement } from './types.js';

interface PlateJob {
  readonly content: Content;
  readonly texts: TextsPlan;
  readonly margin: number;
}

const short = ({ width, height }: Content): number => Math.min(width, height);

/** The room for words on a plate. Centred words keep off the line of a frame. */
export function onPlate(job: PlateJob, plate: Box): Box {
  const { content, texts, margin } = job;
  const share = texts.panelForm === 'ticket' && texts.flow !== 'row' ? 0.45 : 0.7;
  const room = inset(plate, Math.max(margin * share, short(content) * LEAST_MARGIN) + roomForLine(job));
  const isAiry = texts.panelForm === 'frame' && texts.align === 'centre' && content.crowding === 'none';
  const side = isAiry ? plate.width * AIR : 0;
  return { ...room, x: room.x + side, width: room.width - side * 2 };
}

/** Free space on each side of centred words in a frame, as a share of the plate. */
const AIR = 0.035;

/** The line of a frame or of a ticket takes some of the margin. */
const roomForLine = ({ content, texts: { panelForm = 'plain' } }: PlateJob): number =>
  short(content) * (content.crowding === 'none' ? ROOM_FOR_LINE[panelForm] : 0);

const ROOM_FOR_LINE = { plain: 0, frame: 0.03, ticket: 0.012 } as const;

/** The least height of a plate that is fitted to its words, as a share of its room; more with a legal line. */
const LEAST_PLATE = 0.6;
const LEAST_WITH_LEGAL = 0.95;

/** A plate that floats is as tall as its words; one at the foot of the image stays there. */
export function asTallAs({ content, texts }: PlateJob, plate: Box, needed: number): Box {
  if (!texts.inset || content.crowding !== 'none') return plate;
  const least = plate.height * (content.texts.legal ? LEAST_WITH_LEGAL : LEAST_PLATE);
  const height = Math.round(Math.min(plate.height, Math.max(least, needed + short(content) * 0.06)));
  const [, y, , tall] = texts.area;
  const free = plate.height - height;
  return { ...plate, y: plate.y + (y > 0.3 && y + tall > 0.97 ? free : Math.round(free / 2)), height };
}

/** The plate in its colour. Its line is between the colours of the plate and of its words. */
export function plateElement({ content, texts }: PlateJob, box: Box, colour: string, ink: string): PanelElement {
  return {
    kind: 'panel',
    box,
    colour,
    radius: texts.inset ? content.cornerRadius * 1.2 : 0,
    form: texts.panelForm ?? 'plain',
    stroke: Math.max(1, Math.round(short(content) * 0.0036)),
    line: mix(ink, colour, 0.4),
  };
}
