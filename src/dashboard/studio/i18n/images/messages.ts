import type { Message } from '../message.js';
import type { imagesEn } from './en.js';

export type ImagesMessages = Readonly<Record<keyof typeof imagesEn, Message>>;
