type Drawing = typeof import('./drawing.js');
type OnDemand<F> = F extends (...args: infer Args) => infer Result
  ? (...args: Args) => Promise<Awaited<Result>>
  : never;

/** The libraries that draw are loaded with the first picture: a process that makes none is 30 MB smaller without. */
const onDemand = <Name extends keyof Drawing>(name: Name): OnDemand<Drawing[Name]> =>
  (async (...args: never[]) => {
    const drawing = await import('./drawing.js');
    return (drawing[name] as (...args: never[]) => unknown)(...args);
  }) as OnDemand<Drawing[Name]>;

export const composeBanner = onDemand('composeBanner');
export const composeHero = onDemand('composeHero');
export const cutGridPicture = onDemand('cutGridPicture');
export const drawLocalArt = onDemand('drawLocalArt');
export const encodePicture = onDemand('encodePicture');
export const inspectPicture = onDemand('inspectPicture');
export const renderGridPicture = onDemand('renderGridPicture');
export const salientBox = onDemand('salientBox');
