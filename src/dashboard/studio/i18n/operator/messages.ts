import type { Message } from '../message.js';
import type { operatorEn } from './en.js';

export type OperatorMessages = Readonly<Record<keyof typeof operatorEn, Message>>;
