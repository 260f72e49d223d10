/**
 * The steps of minting. Each name says what has just happened; the next step has not begun.
 * - planned: batches with their texts are committed.
 * - creating: committed that the discount is about to be created.
 * - created: the store has the discount; its id is not written.
 * - minting: committed that a batch is about to be minted.
 * - minted: the store has the codes; they are not written.
 * - stored: the codes are committed.
 * - removed: the store no longer has some codes; that is not written.
 */
export type MintingPoint = 'planned' | 'creating' | 'created' | 'minting' | 'minted' | 'stored' | 'removed';

export type MintingObserver = (point: MintingPoint) => void;

let observer: MintingObserver = () => undefined;

export const announce: MintingObserver = (point) => observer(point);

/**
 * Sets the observer of this process. Fault tests load a module that calls it beside the service (`node --import`).
 * @public
 */
export function observeMinting(given: MintingObserver): void {
  observer = given;
}
