export * from './errors.js';
export * from './no-body.interceptor.js';
export * from './problem.js';
export * from './problem-parts.js';
export * from './problem-parts.dto.js';
export * from './problem.dto.js';
export * from './problem.filter.js';
export * from './unreadable-request.js';
export { ProblemValidationPipe } from './validation.pipe.js';
