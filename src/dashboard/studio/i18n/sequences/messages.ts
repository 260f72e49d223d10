import type { Message } from '../message.js';
import type { sequencesEn } from './en.js';

export type SequenceMessages = Readonly<Record<keyof typeof sequencesEn, Message>>;
