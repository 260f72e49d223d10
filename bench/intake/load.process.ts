import { answerParent } from '../support/children.js';
import { Load, type LoadAnswer, type LoadRequest } from './load.js';

/** The load generator as a process of its own. */
answerParent<LoadRequest, LoadAnswer>((request) => new Load(request).run());
