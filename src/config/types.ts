import { createPrivateKey } from 'node:crypto';
import { isIP } from 'node:net';
import { isAddress } from '#libs/mailer';
import { BadRedisAddress, parseRedisAddress, REDIS_FORMS } from '#libs/redis';

/** What is wrong with the value of a variable: the end of a sentence that begins with the variable's name. */
export class BadValue extends Error {}

/** What the value of a variable may be. */
export interface Type<T> {
  /** The end of a sentence that begins with "must be"; undefined where every text is allowed. */
  readonly form?: string;
  /** Throws a `BadValue`. */
  readonly parse: (text: string) => T;
}

const fail = (message: string): never => {
  throw new BadValue(message);
};

const textOf = (form: string, fits: (value: string) => boolean): Type<string> => ({
  form,
  parse: (value) => (fits(value) ? value : fail(`must be ${form}`)),
});

const parts = (value: string): readonly string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

const listOf = (pattern: RegExp, what: string): Type<readonly string[]> => {
  const form = `${what}, comma separated`;
  return {
    form,
    parse: (value) => (parts(value).every((part) => pattern.test(part)) ? parts(value) : fail(`must be ${form}`)),
  };
};

export const text: Type<string> = { parse: (value) => value };
/** The words of a text, with one space between two words. */
const oneSpaced = (value: string): string => value.split(/\s+/).filter(Boolean).join(' ');
export const words: Type<string> = { form: 'words with spaces between them', parse: oneSpaced };
/** Texts without commas. */
export const list = (what: string): Type<readonly string[]> => listOf(/^\P{Cc}+$/u, what);
export const claimName = textOf('the name of a claim such as groups', (value) => /^[!-~]+$/.test(value));
export const scopes = listOf(/^[a-z\d_]+$/, 'scopes such as read_orders');
export const domains = listOf(/^[a-z\d-]+(\.[a-z\d-]+)*$/, 'domains in small letters such as myshopify.com');
/** With the port where it is not the usual one. */
export const hosts = listOf(
  /^[a-z\d-]+(\.[a-z\d-]+)*(:\d{1,5})?$/,
  'hosts in small letters such as files.example.com or files.example.com:8443',
);
/** Origins as a browser sends them: without a path and without a slash at the end. */
export const origins = listOf(
  /^https?:\/\/([a-z\d.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/,
  'origins in small letters such as https://www.shop.example',
);
export const apiVersion = textOf('a version such as 2026-10', (value) => /^(\d{4}-\d\d|unstable)$/.test(value));
/** Redis allows only these characters in the name of a connection. Braces would become part of a hash tag. */
export const keyPrefix = textOf('ASCII characters without spaces and braces', (value) => /^[!-z|~]+$/.test(value));
/** US dollars as a decimal string. */
/** A number for each of three colours. */
export const channels: Type<readonly [number, number, number]> = {
  form: 'a number such as 0.5, or three with commas',
  parse: (value) => {
    const match = /^(\d+(?:\.\d+)?)(?:,(\d+(?:\.\d+)?),(\d+(?:\.\d+)?))?$/.exec(value);
    const [, red = '', green = red, blue = red] = match ?? fail('must be a number such as 0.5, or three with commas');
    return [Number(red), Number(green), Number(blue)];
  },
};

/** The same, but not 0. */
export const divisors: Type<readonly [number, number, number]> = {
  form: channels.form,
  parse: (value) => (channels.parse(value).includes(0) ? fail('must not be 0') : channels.parse(value)),
};

export const dollars = textOf('an amount in US dollars such as 0.25', (value) => /^\d{1,9}(\.\d{1,4})?$/.test(value));
export const storageUrl = textOf(
  'file:///folder or s3://KEY:SECRET@host/bucket',
  (value) => /^(?:file|s3):\/\//.test(value) && URL.canParse(value),
);

const FRAME_SOURCES = 'sources such as https://*.example.com, with spaces between them';
/** Sources of a content security policy, without the characters that would end the directive. */
export const frameSources: Type<string> = {
  form: FRAME_SOURCES,
  parse: (value) => (/^[^;,\p{Cc}]+$/u.test(value) ? oneSpaced(value) : fail(`must be ${FRAME_SOURCES}`)),
};

export const oneOf = <T extends string>(...allowed: readonly T[]): Type<T> => {
  const form = `one of ${allowed.join(', ')}`;
  return { form, parse: (value) => allowed.find((candidate) => candidate === value) ?? fail(`must be ${form}`) };
};

const SWITCH = oneOf('on', 'off', 'true', 'false');
export const onOrOff: Type<boolean> = {
  form: 'on or off',
  parse: (value) => ['on', 'true'].includes(SWITCH.parse(value)),
};

export const integer = (min: number, max: number): Type<number> => {
  const form = `a whole number from ${min} to ${max}`;
  const fits = (value: string): boolean => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max;
  return { form, parse: (value) => (fits(value) ? Number(value) : fail(`must be ${form}`)) };
};

/** Removes the slashes at the end of the value. */
export const url = (...protocols: readonly string[]): Type<string> => {
  const form = `a URL that starts with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`;
  const fits = (value: string): boolean =>
    protocols.some((protocol) => value.startsWith(`${protocol}://`)) && URL.canParse(value);
  return { form, parse: (value) => (fits(value) ? value.replace(/\/+$/, '') : fail(`must be ${form}`)) };
};
/** One server, a cluster or sentinels. */
export const redisUrl: Type<string> = {
  form: REDIS_FORMS,
  parse: (value) => {
    try {
      parseRedisAddress(value);
    } catch (error) {
      return fail(error instanceof BadRedisAddress ? error.message : `must be ${REDIS_FORMS}`);
    }
    return value;
  },
};
export const webUrl = url('https', 'http');
/** Keeps a slash at the end: an issuer is compared as the provider writes it. */
export const issuer: Type<string> = { ...webUrl, parse: (value) => (webUrl.parse(value) ? value : '') };

const SHOP_URL = 'a URL with {shop} in it, such as https://{shop}';
/** A URL in which `{shop}` stands for the domain of the store. */
export const shopUrl: Type<string> = {
  form: SHOP_URL,
  parse: (value) =>
    value.includes('{shop}') && webUrl.parse(value.replace('{shop}', 'shop.example'))
      ? value.replace(/\/+$/, '')
      : fail(`must be ${SHOP_URL}`),
};

const HASH_URL = 'a URL, such as https://store-{hash}.example.com';
/** A URL in which `{hash}` may stand for the hash of the store. */
export const hashUrl: Type<string> = {
  form: HASH_URL,
  parse: (value) => (webUrl.parse(value.replace('{hash}', 'hash')) ? value : fail(`must be ${HASH_URL}`)),
};

export const addresses: Type<readonly string[]> = {
  form: 'addresses or networks such as 10.0.0.0/8, comma separated',
  parse: (value) =>
    parts(value).map((part) => {
      const [address = '', bits] = part.split('/');
      const family = isIP(address);
      const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
      return family !== 0 && fits ? part : fail('must be addresses or networks such as 10.0.0.0/8, comma separated');
    }),
};

export const hostPorts: Type<readonly string[]> = {
  form: 'host:port pairs such as 127.0.0.1:4102, comma separated',
  parse: (value) =>
    parts(value).map((part) =>
      /^(?:\[[\da-f:.]+\]|[\w.-]+):\d{1,5}$/i.test(part)
        ? part.toLowerCase()
        : fail('must be host:port pairs such as 127.0.0.1:4102, comma separated'),
    ),
};

export const secrets: Type<readonly string[]> = {
  form: 'secrets, comma separated, newest first',
  parse: (value) => (parts(value).length > 0 ? parts(value) : fail('is empty')),
};

/** Names and values of HTTP headers. */
export const headers: Type<Readonly<Record<string, string>>> = {
  form: 'NAME=VALUE pairs, comma separated',
  parse: (value) =>
    Object.fromEntries(
      parts(value).map((part) => {
        const [, name = '', text = ''] = /^([\w-]+)=([\x21-\x7e][\x20-\x7e]*)$/.exec(part) ?? [];
        return name ? ([name.toLowerCase(), text] as const) : fail('must be NAME=VALUE pairs, comma separated');
      }),
    ),
};

export const share: Type<number> = {
  form: 'a number from 0 to 1',
  parse: (value) => (/^(0(\.\d+)?|1(\.0+)?)$/.test(value) ? Number(value) : fail('must be a number from 0 to 1')),
};

export const longSecret = textOf('at least 32 bytes long', (value) => Buffer.byteLength(value) >= 32);
export const longSecrets: Type<readonly string[]> = {
  form: 'secrets of at least 32 bytes each, comma separated, newest first',
  parse: (value) => secrets.parse(value).map(longSecret.parse),
};

export const encryptionKeys: Type<readonly Buffer[]> = {
  form: 'base64 of 32 bytes each, comma separated, newest first',
  parse: (value) =>
    secrets.parse(value).map((part) => {
      const key = Buffer.from(part, 'base64');
      return key.length === 32 ? key : fail('must be base64 keys of 32 bytes each, comma separated, newest first');
    }),
};

/** A list with one value; commas in the text belong to that value. */
export const alone = ({ form, parse }: Type<string>): Type<readonly string[]> => ({
  ...(form === undefined ? {} : { form }),
  parse: (value) => [parse(value)],
});

/** `name <address>`, or an address alone. */
export const mailbox: Type<{ name?: string; address: string }> = {
  form: 'an address, or a name with an address: Store <hello@store.example>',
  parse: (value) => {
    const [, name = '', address = ''] = /^(?:([^<>@\r\n]*)<)?([^<>]+?)>?$/.exec(value) ?? [];
    if (!isAddress(address.trim())) {
      return fail('must be an address, or a name with an address: Store <hello@store.example>');
    }
    return { address: address.trim(), ...(name.trim() ? { name: name.trim() } : {}) };
  },
};

/** PEM with \n for line breaks, or the base64 of the file. */
export const rsaKey: Type<string> = {
  form: 'a private RSA key in PEM form with \\n for its line breaks, or the base64 of the file',
  parse: (value) => {
    const pem = value.includes('-----BEGIN')
      ? value.replaceAll('\\n', '\n')
      : Buffer.from(value, 'base64').toString('utf8');
    try {
      const key = createPrivateKey(pem);
      if (key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 1_024) return pem;
    } catch {
      return fail('must be a private RSA key in PEM form, or the base64 of one');
    }
    return fail('must be an RSA key of at least 1024 bits');
  },
};
