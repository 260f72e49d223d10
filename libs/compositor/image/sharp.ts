import sharp from 'sharp';

// What libvips would keep of past operations: every image here is different, so it would only be memory.
sharp.cache(false);

export { sharp };
