import { expect, it } from 'vitest';
import { ConfigurationError } from '../config/read-values.js';
import { readSettings } from './settings.js';

const read = (url?: string, token?: string) => () => readSettings({ REKINDLE_URL: url, REKINDLE_TOKEN: token });

it('names everything that is missing or wrong, and never repeats the token', () => {
  expect(read()).toThrow(/REKINDLE_URL is missing.*REKINDLE_TOKEN is missing/s);
  expect(read('ftp://shop.example', 'a.b.c')).toThrow(/must begin with https/);
  expect(read('https://shop.example', 'secret')).toThrow(/is not a token/);
  expect(read('https://shop.example', 'secret')).not.toThrow(/secret/);
  expect(read()).toThrow(ConfigurationError);
});

it('sends the token over http only to the same machine', () => {
  expect(read('http://shop.example', 'a.b.c')).toThrow(/must begin with https/);
  expect(read('http://127.0.0.1:3000/', 'a.b.c')()).toEqual({ url: 'http://127.0.0.1:3000', token: 'a.b.c' });
  expect(read('https://shop.example/rekindle/', 'a.b.c')()).toMatchObject({ url: 'https://shop.example/rekindle' });
});
