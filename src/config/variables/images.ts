import { channels, divisors, dollars, hostPorts, integer, oneOf, onOrOff, storageUrl, text, webUrl } from '../types.js';
import type { Section } from '../variable.js';

export const IMAGES = {
  title: 'Images',
  about: 'Without these settings the service draws images itself, at no cost, and stores them under DATA_DIR.',
  variables: {
    IMAGE_PROVIDER: {
      type: oneOf('local', 'openai'),
      about: 'What makes images: with `local` the service itself.',
      otherwise: 'openai where OPENAI_API_KEY is set, else local',
    },
    OPENAI_API_KEY: { type: text, about: 'The key for OpenAI, or for a service that speaks its protocol.' },
    OPENAI_BASE_URL: {
      type: webUrl,
      about: 'The address of that service. Production requires https.',
      fallback: 'https://api.openai.com/v1',
    },
    OPENAI_IMAGE_MODEL: {
      type: text,
      about: "The model that makes images. Providers retire models every few months, so check the provider's list.",
      fallback: 'gpt-image-2.5-flare',
    },
    OPENAI_LAYOUT_MODEL: {
      type: text,
      about:
        "The model that proposes layouts of product grids. A proposal that scores below the service's own layout is not used.",
      fallback: 'gpt-6-luna',
    },
    OPENAI_IMAGE_EDITS: {
      type: onOrOff,
      about: `Whether the service may be sent the cut-out image of a product with a mask (\`/images/edits\`), so that the
        model paints a setting around it. Turn it off for services without that call.`,
      fallback: 'on',
    },
    OPENAI_INPUT_FIDELITY: {
      type: oneOf('high', 'low', 'none'),
      about:
        'How closely the model follows such an image. `none` does not send the parameter, which many models refuse.',
      otherwise: '`high` for gpt-image-1 and gpt-image-1.5, else none',
    },
    OPENAI_TIMEOUT_SECONDS: {
      type: integer(1, 590),
      about: 'How many seconds one call may take. A call that is cut off may still cost money.',
      fallback: '180',
    },
    IMAGE_PRICE_USD: {
      type: dollars,
      about: `The cost of one image in the accounts, because the provider's answer names no price. Use the highest price of
        your model.`,
      fallback: '0.25',
    },
    IMAGE_LAYOUT_PRICE_USD: {
      type: dollars,
      about: 'The cost of one proposed layout in the accounts.',
      fallback: '0.01',
    },
    IMAGE_MONTHLY_BUDGET_USD: {
      type: dollars,
      about: 'The most that the images of one retailer may cost in a calendar month (UTC).',
      fallback: '100',
    },
    IMAGE_FETCH_ALLOW: {
      type: hostPorts,
      about: `The hosts that product images may be fetched from although their addresses are private. It is for simulators,
        and production refuses it.`,
    },
    IMAGE_STORAGE_URL: {
      type: storageUrl,
      about: `Where images are stored: a folder, or any S3-compatible service, as in
        s3://KEY:SECRET@host/bucket/folder?region=eu-central-1 (add \`&tls=false\` for one on the same machine). All
        processes need the same value.`,
      otherwise: 'under DATA_DIR',
    },
    PERSONAL_IMAGE_SECONDS: {
      type: integer(0, 86_400),
      about: `How many seconds an email that is due waits for the image of its recipient. After that it shows the image of
        the request.`,
      fallback: '600',
    },
    CUTOUT_MODEL: {
      type: text,
      about: `The path of ONNX weights that cut products out of photographs. The model takes 1 x 3 x height x width and
        answers with a mask of 1 x 1 x height x width. It needs the optional package onnxruntime-node. All processes need
        the same weights; other weights need another file name.`,
      otherwise: 'products are cut from near-white grounds only',
    },
    CUTOUT_MODEL_MEAN: {
      type: channels,
      about: 'What the model expects to be taken from red, green and blue, which go from 0 to 1: one number, or three.',
      fallback: '0.5',
    },
    CUTOUT_MODEL_DEVIATION: {
      type: divisors,
      about: 'What the model expects the result to be divided by: one number, or three.',
      fallback: '1',
    },
    IMAGE_THREADS: {
      type: integer(1, 64),
      about: `How many images one process draws at the same time, each in its own thread. A thread needs about 100 MB while
        it draws.`,
      otherwise: 'one less than the number of cores',
    },
  },
} as const satisfies Section;
