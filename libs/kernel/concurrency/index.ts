export * from './fair-slots.js';
export * from './group-commit.js';
export * from './slices.js';
export * from './slots.js';
