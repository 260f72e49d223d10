import { overlapOf } from '../critic/boxes.js';
import { planesOf } from '../models/planes.js';
import { isMissing, type OpenModel, openModel, type Tensor } from '../models/runtime.js';
import type { Box, RawImage } from '../types.js';
import { boxesOf, faceNetwork, INPUT, INPUT_SIDE, MAPS, scoresOf } from './network.js';
import { numbersOf, readWeights } from './weights.js';

/** A place where a face may be, in fractions of the square input. It may reach beyond it. */
export interface Detection {
  readonly box: Box;
  /** How sure the network is, 0..1. */
  readonly score: number;
}

interface Detector extends OpenModel {
  /** Four numbers for each place: top, left, bottom and right. */
  readonly anchors: Float32Array;
}

/** Colours from -1 to 1. */
const SCALE = { mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5] } as const;
/** The scores of a place: for nothing, for a face, and one that is not used. */
const CLASSES = 3;
/** Boxes that share more of their common area show one face. */
const SAME = 0.5;

/** Loading takes a few tenths of a second, and a loaded network has 100 MB. */
const IDLE_MS = 30_000;

/** Of this thread. */
let detector: Promise<Detector | null> | undefined;
let underWay = 0;
let end: NodeJS.Timeout | undefined;

/**
 * Looks for faces in an image of `INPUT_SIDE` pixels on each side; the surest come first. Null without the optional
 * packages.
 */
export async function detectFaces(image: RawImage, leastScore: number): Promise<readonly Detection[] | null> {
  clearTimeout(end);
  underWay += 1;
  try {
    const found = await (detector ??= load());
    if (!found) return null;
    const { session, runtime, anchors } = found;
    const planes = new runtime.Tensor('float32', planesOf(image, SCALE), [1, 3, INPUT_SIDE, INPUT_SIDE]);
    const answer = await session.run({ [INPUT]: planes });
    return withoutRepeats(detectionsIn(answer, anchors, leastScore));
  } finally {
    underWay -= 1;
    if (underWay === 0) end = setTimeout(() => void release(), IDLE_MS).unref();
  }
}

/** Ends the network of this thread; the next photograph loads it again. */
export async function release(): Promise<void> {
  const found = await detector;
  if (!found || underWay > 0) return;
  detector = undefined;
  await found.session.release();
}

async function load(): Promise<Detector | null> {
  const weights = await readWeights();
  const places = weights?.get('Output/extra_dim');
  if (!weights || !places) return null;
  try {
    return { ...(await openModel(faceNetwork(weights))), anchors: numbersOf(places) };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function detectionsIn(
  answer: Readonly<Record<string, Tensor>>,
  anchors: Float32Array,
  leastScore: number,
): Detection[] {
  const found: Detection[] = [];
  let anchor = 0;
  for (let map = 0; map < MAPS; map += 1) {
    const boxes = answer[boxesOf(map)];
    const scores = answer[scoresOf(map)];
    if (!boxes || !scores) throw new Error('the face detector has no answer');
    const places = (boxes.dims[2] ?? 0) * (boxes.dims[3] ?? 0);
    const shapes = (boxes.dims[1] ?? 0) / 4;
    for (let place = 0; place < places; place += 1) {
      for (let shape = 0; shape < shapes; shape += 1, anchor += 1) {
        const raw = scores.data[(shape * CLASSES + 1) * places + place] ?? 0;
        const score = 1 / (1 + Math.exp(-raw));
        if (score < leastScore) continue;
        const change = [0, 1, 2, 3].map((part) => boxes.data[(shape * 4 + part) * places + place] ?? 0);
        found.push({ score, box: boxAt(anchors.subarray(anchor * 4, anchor * 4 + 4), change) });
      }
    }
  }
  return found;
}

/** The box of an anchor after the change that the network gives: of its middle, and of its size. */
function boxAt([top = 0, left = 0, bottom = 1, right = 1]: Float32Array, change: readonly number[]): Box {
  const [down = 0, across = 0, taller = 0, wider = 0] = change;
  const [width, height] = [(right - left) * Math.exp(wider / 5), (bottom - top) * Math.exp(taller / 5)];
  const x = left + (right - left) * (0.5 + across / 10);
  const y = top + (bottom - top) * (0.5 + down / 10);
  return { x: x - width / 2, y: y - height / 2, width, height };
}

function withoutRepeats(detections: readonly Detection[]): Detection[] {
  const kept: Detection[] = [];
  for (const one of detections.toSorted((a, b) => b.score - a.score)) {
    if (kept.every(({ box }) => sharedShare(box, one.box) <= SAME)) kept.push(one);
  }
  return kept;
}

function sharedShare(a: Box, b: Box): number {
  const shared = overlapOf(a, b);
  return shared / (a.width * a.height + b.width * b.height - shared);
}
