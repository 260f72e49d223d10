import { useEffect, useState } from 'preact/hooks';
import type { Failure } from '../../failure.js';
import { query } from '../../router.js';
import { useAction } from '../../ui/load.js';
import { getImage, type Image } from '../images/calls.js';

interface Placing {
  readonly isPlaced: boolean;
  readonly failure: Failure | undefined;
}

/** Puts in the image with which somebody comes from its page: the address names it. */
export function usePlacing(place: (image: Image) => void): Placing {
  const [wanted] = useState(() => query.value.get('image'));
  const [isPlaced, setPlaced] = useState(false);
  const { run, failure } = useAction(async (id: string) => {
    place(await getImage(id));
    setPlaced(true);
  });
  useEffect(() => {
    if (wanted !== null) void run(wanted);
  }, []);
  return { isPlaced, failure };
}
