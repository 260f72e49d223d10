import type { Message } from '../message.js';
import type { problemsEn } from './en.js';

export type ProblemMessages = Readonly<Record<keyof typeof problemsEn, Message>>;
