export * from './advisory-lock.js';
export * from './database.js';
export * from './snake-case.strategy.js';
