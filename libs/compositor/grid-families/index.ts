import { colourWall } from './colour-wall.js';
import { edgeToEdge } from './edge-to-edge.js';
import { editorialColumns } from './editorial-columns.js';
import { featureRow } from './feature-row.js';
import { magazine } from './magazine.js';
import { nightStage } from './night-stage.js';
import { openShelf } from './open-shelf.js';
import { priceWall } from './price-wall.js';
import { softTiles } from './soft-tiles.js';
import { stagger } from './stagger.js';
import type { GridFamily } from './types.js';

/** All families of grids. A new one is a file and a line here. */
export const GRID_FAMILIES: readonly GridFamily[] = [
  colourWall,
  edgeToEdge,
  editorialColumns,
  featureRow,
  magazine,
  nightStage,
  openShelf,
  priceWall,
  softTiles,
  stagger,
];

/** What a request may ask for. */
export const GRID_FAMILY_NAMES: readonly string[] = GRID_FAMILIES.map(({ name }) => name);
