/** Pixels of a map that follow each other in a row, from the top on. Runs that touch are one piece. */
export interface Runs {
  readonly from: number[];
  /** Behind the last pixel. */
  readonly to: number[];
  /** An earlier run of the same piece, or the run itself: see `pieceOf`. */
  readonly piece: number[];
}

/** The runs of all pixels whose value is at most `most`. */
export function runsOf(map: Uint8Array, width: number, most: number): Runs {
  const runs: Runs = { from: [], to: [], piece: [] };
  let above = 0;
  for (let row = 0; row < map.length; row += width) {
    const first = runs.from.length;
    const end = row + width;
    for (let index = row; index < end; index += 1) {
      if ((map[index] ?? 0) > most) continue;
      runs.piece.push(runs.from.length);
      runs.from.push(index);
      index += 1;
      while (index < end && (map[index] ?? 0) <= most) index += 1;
      runs.to.push(index);
    }
    join(runs, above, first, width);
    above = first;
  }
  return runs;
}

/** Joins the runs of a row, from `first` on, with those that they touch in the row before it, from `above` on. */
function join({ from, to, piece }: Runs, above: number, first: number, width: number): void {
  let other = above;
  for (let run = first; run < from.length; run += 1) {
    const [start, end] = [(from[run] ?? 0) - width, (to[run] ?? 0) - width];
    while (other < first && (to[other] ?? 0) <= start) other += 1;
    for (let touching = other; touching < first && (from[touching] ?? 0) < end; touching += 1) {
      const [a, b] = [pieceOf(piece, run), pieceOf(piece, touching)];
      piece[Math.max(a, b)] = Math.min(a, b);
    }
  }
}

/** The first run of the piece that a run belongs to. */
export function pieceOf(piece: number[], run: number): number {
  let root = run;
  for (let next = piece[root] ?? root; next !== root; next = piece[root] ?? root) {
    piece[root] = piece[next] ?? next;
    root = next;
  }
  return root;
}
