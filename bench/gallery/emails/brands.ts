import type { EmailLook } from '../../../src/email/templates/email-assets.service.js';
import type { BrandProfile } from '../../../src/email/templates/scope.js';
import { FELL_SHELF, JUNIPER_SHELF, type Shelf } from './shelf.js';

/** The host of every file that the emails load. */
export const FILES = 'https://images.example';

/** An invented brand with its store. */
export interface DemoBrand {
  readonly profile: BrandProfile & { readonly storeUrl: string };
  readonly look: EmailLook;
  readonly shelf: Shelf;
}

const profileOf = (name: string, host: string, postalAddress: string): DemoBrand['profile'] => ({
  name,
  sender: { name, postalAddress },
  storeUrl: `https://${host}`,
  hosts: [host],
});

const face = (family: string, weight: number, file: string) => ({ family, weight, url: `${FILES}/${file}` });

const JUNIPER: DemoBrand = {
  profile: profileOf('Juniper & Clay', 'juniper-and-clay.example', '14 Mill Lane, Bristol BS1 4QA, United Kingdom'),
  look: {
    palette: { primary: '#24443c', secondary: '#e0b45c', accent: '#b4472c', background: '#fcf9f3', text: '#2a211b' },
    fonts: { heading: 'Playfair Display', body: 'Inter' },
    faces: [
      face('Playfair Display', 700, 'playfair-display-700.woff2'),
      face('Inter', 400, 'inter-400.woff2'),
      face('Inter', 700, 'inter-700.woff2'),
    ],
    logoUrl: `${FILES}/juniper.png`,
    logoDarkUrl: `${FILES}/juniper-light.png`,
    cornerRadius: 10,
  },
  shelf: JUNIPER_SHELF,
};

/** Its accent takes dark words, and its panel is white. Its logo for dark mode is the one that an import makes. */
const FELL: DemoBrand = {
  profile: profileOf('Fell & Field', 'fell-and-field.example', 'Am Hafen 1, 20457 Hamburg, Germany'),
  look: {
    palette: { primary: '#173a4a', secondary: '#8fb3a5', accent: '#f2b632', background: '#ffffff', text: '#16242b' },
    fonts: { heading: 'Montserrat', body: 'Rubik' },
    faces: [
      face('Montserrat', 700, 'montserrat-700.woff2'),
      face('Rubik', 400, 'rubik-400.woff2'),
      face('Rubik', 700, 'rubik-700.woff2'),
    ],
    logoUrl: `${FILES}/fell.png`,
    logoDarkUrl: `${FILES}/fell-dark.png`,
    cornerRadius: 4,
  },
  shelf: FELL_SHELF,
};

export const BRANDS = { juniper: JUNIPER, fell: FELL };
