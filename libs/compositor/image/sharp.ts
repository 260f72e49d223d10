import sharp from 'sharp';

// Turns off libvips's cache of operations: every image here is different, so the cache would only use memory.
sharp.cache(false);

export { sharp };
