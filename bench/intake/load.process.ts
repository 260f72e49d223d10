import { answerParent } from '../support/children.js';
import { Load, type LoadAnswer, type LoadRequest } from './load.js';

/** The load generator in a separate process. */
answerParent<LoadRequest, LoadAnswer>((request) => new Load(request).run());
