/** Background and drawing of one product, in a square of 800 units. */
export interface Drawing {
  readonly title: string;
  readonly ground: string;
  readonly body: string;
}

const shade = (id: string, from: string, to: string, across = true): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="${across ? 1 : 0}" y2="${across ? 0 : 1}"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;

const shadow = (y: number, half: number): string =>
  `<ellipse cx="400" cy="${y}" rx="${half}" ry="${half * 0.09}" fill="#000" opacity=".16" filter="url(#soft)"/>`;

/** Drawings of an invented store's products, because photographs would need licences. */
export const DRAWINGS = {
  mug: {
    title: 'Stoneware mug, terracotta',
    ground: '#ffffff',
    body: `${shade('m', '#d98a63', '#a9512f')}${shadow(622, 210)}<path d="M522 336l23-6c120-30 130 190-15 190h-14" fill="none" stroke="#b05c38" stroke-width="34"/><path d="M230 250h320l-22 300q-6 70-70 70H322q-64 0-70-70z" fill="url(#m)"/><ellipse cx="390" cy="250" rx="160" ry="30" fill="#f1d9c6"/><ellipse cx="390" cy="254" rx="142" ry="22" fill="#6d3a22"/>`,
  },
  tote: {
    title: 'Everyday canvas tote',
    ground: '#ece7df',
    body: `${shade('t', '#3b6672', '#25434d')}${shadow(668, 240)}<path d="M300 300C290 120 510 120 500 300" fill="none" stroke="#7c5638" stroke-width="20"/><path d="M210 290h380l30 360q2 18-16 18H196q-18 0-16-18z" fill="url(#t)"/><circle cx="400" cy="470" r="58" fill="none" stroke="#d9b68a" stroke-width="9"/><path d="M372 470l20 22 40-46" fill="none" stroke="#d9b68a" stroke-width="9"/>`,
  },
  candle: {
    title: 'Soy candle, fig and cedar',
    ground: '#f6f1ea',
    body: `${shade('c', '#efe3d0', '#c9b698')}${shadow(640, 190)}<path d="M250 300h300v300q0 40-40 40H290q-40 0-40-40z" fill="url(#c)"/><ellipse cx="400" cy="300" rx="150" ry="32" fill="#cdb88f"/><ellipse cx="400" cy="302" rx="136" ry="26" fill="#ead9b6"/><path d="M400 300v-50" stroke="#4a3a2a" stroke-width="7"/><path d="M400 160c44 48 30 92 0 92s-44-44 0-92z" fill="#f2a63b"/><rect x="300" y="420" width="200" height="120" rx="6" fill="#fffdf8"/><path d="M330 460h140M350 490h100" stroke="#8a7656" stroke-width="8"/>`,
  },
  bottle: {
    title: 'Insulated bottle 0.75 l, with a lid that stays shut in every bag',
    ground: '#ffffff',
    body: `${shade('b', '#8fb0a3', '#4f7467')}${shadow(720, 130)}<rect x="345" y="90" width="110" height="90" rx="16" fill="#31423c"/><path d="M350 180h100q0 50 30 80t30 80v340q0 40-40 40H330q-40 0-40-40V340q0-50 30-80t30-80z" fill="url(#b)"/><path d="M322 360v300" stroke="#fff" stroke-width="14" opacity=".35"/>`,
  },
  vase: {
    title: 'Ribbed vase',
    ground: '#e7ecec',
    body: `${shade('v', '#e4d2b2', '#a8946f')}${shadow(676, 180)}<path d="M360 150h80q-6 90 60 180 70 110 20 260-20 84-60 84H340q-40 0-60-84-50-150 20-260 66-90 60-180z" fill="url(#v)"/><path d="M350 330q-60 130-10 330M400 320v350M450 330q60 130 10 330" stroke="#a08e6e" stroke-width="5" fill="none" opacity=".5"/>`,
  },
  sneaker: {
    title: 'Canvas sneaker',
    ground: '#f4f4f2',
    body: `${shade('s', '#e06b4f', '#b8432c')}${shadow(560, 320)}<path d="M120 470q-6-150 30-190 40 40 100 40 60 0 100-50l150 110q120 26 170 60 24 16 22 50l2 6H112z" fill="url(#s)"/><path d="M104 486h596q14 0 12 22-4 44-60 44H150q-44 0-46-66z" fill="#fff" stroke="#d9d4cc" stroke-width="4"/><path d="M330 330l70-40M370 362l70-42M412 392l66-40" stroke="#f0d3bd" stroke-width="12"/>`,
  },
  backpack: {
    title: 'Day pack 18 l',
    ground: '#dfe5ea',
    body: `${shade('p', '#45566b', '#28323f')}${shadow(690, 210)}<path d="M332 166q68-128 136 0" fill="none" stroke="#28323f" stroke-width="22"/><rect x="220" y="150" width="360" height="530" rx="120" fill="url(#p)"/><rect x="262" y="420" width="276" height="200" rx="34" fill="#576b84"/><path d="M262 478h276" stroke="#e2b04a" stroke-width="10"/><rect x="360" y="250" width="80" height="50" rx="8" fill="#e2b04a"/>`,
  },
  notebook: {
    title: 'Linen notebook',
    ground: '#ffffff',
    body: `${shade('n', '#e9c46a', '#c99a34')}${shadow(690, 230)}<rect x="216" y="122" width="378" height="562" rx="14" fill="#a97e2b"/><rect x="216" y="120" width="370" height="556" rx="10" fill="#e3d6b8"/><rect x="206" y="112" width="376" height="560" rx="14" fill="url(#n)"/><rect x="500" y="112" width="18" height="560" fill="#7b5a17" opacity=".75"/><rect x="270" y="230" width="180" height="80" rx="6" fill="#fffaf0"/>`,
  },
  lamp: {
    title: 'Table lamp',
    ground: '#efe9e4',
    body: `${shade('l', '#f8e6bd', '#dfae62')}${shadow(690, 150)}<path d="M390 380h20v270h-20z" fill="#5b4636"/><ellipse cx="400" cy="668" rx="110" ry="24" fill="#5b4636"/><path d="M300 150h200l90 240H210z" fill="url(#l)"/>`,
  },
  plant: {
    title: 'Pilea in a clay pot',
    ground: '#f3f6f1',
    body: `${shade('o', '#cf8257', '#9b5231')}${shade('g', '#6fae77', '#3f7d50', false)}${shade('h', '#5a9565', '#33683f', false)}${shadow(690, 170)}<path d="M296 440q-60-90 0-170 40-70 104-70t108 70q54 80-4 170z" fill="#2f5a3c"/><path d="M400 470Q388 400 400 330" fill="none" stroke="#6f8f55" stroke-width="6"/><path d="M400 470Q371 385 318 300" fill="none" stroke="#6f8f55" stroke-width="6"/><path d="M400 470Q431 383 486 296" fill="none" stroke="#6f8f55" stroke-width="6"/><path d="M400 470Q337 416 250 362" fill="none" stroke="#6f8f55" stroke-width="6"/><path d="M400 470Q464 415 552 360" fill="none" stroke="#6f8f55" stroke-width="6"/><path d="M400 470Q392 348 360 226" fill="none" stroke="#6f8f55" stroke-width="6"/><path d="M400 470Q411 342 446 214" fill="none" stroke="#6f8f55" stroke-width="6"/><path d="M400 470Q362 439 300 408" fill="none" stroke="#6f8f55" stroke-width="6"/><path d="M400 470Q438 440 500 410" fill="none" stroke="#6f8f55" stroke-width="6"/><path d="M400 470Q388 450 400 430" fill="none" stroke="#6f8f55" stroke-width="6"/><circle cx="360" cy="226" r="60" fill="url(#h)"/><path d="M360 226l-8 -42M360 226l-36 -12M360 226l36 -12" fill="none" stroke="#a9cf9c" stroke-width="3" opacity=".55"/><circle cx="360" cy="226" r="6" fill="#d6e6b5"/><circle cx="446" cy="214" r="62" fill="url(#h)"/><path d="M446 214l9 -43M446 214l-38 -13M446 214l37 -13" fill="none" stroke="#a9cf9c" stroke-width="3" opacity=".55"/><circle cx="446" cy="214" r="6" fill="#d6e6b5"/><circle cx="318" cy="300" r="66" fill="url(#h)"/><path d="M318 300l-17 -46M318 300l-40 -14M318 300l39 -14" fill="none" stroke="#a9cf9c" stroke-width="3" opacity=".55"/><circle cx="318" cy="300" r="6" fill="#d6e6b5"/><circle cx="486" cy="296" r="68" fill="url(#h)"/><path d="M486 296l17 -47M486 296l-41 -14M486 296l40 -14" fill="none" stroke="#a9cf9c" stroke-width="3" opacity=".55"/><circle cx="486" cy="296" r="6" fill="#d6e6b5"/><circle cx="250" cy="362" r="58" fill="url(#g)"/><path d="M250 362l-30 -40M250 362l-35 -12M250 362l34 -12" fill="none" stroke="#a9cf9c" stroke-width="3" opacity=".55"/><circle cx="250" cy="362" r="6" fill="#d6e6b5"/><circle cx="552" cy="360" r="60" fill="url(#g)"/><path d="M552 360l30 -42M552 360l-36 -12M552 360l36 -12" fill="none" stroke="#a9cf9c" stroke-width="3" opacity=".55"/><circle cx="552" cy="360" r="6" fill="#d6e6b5"/><circle cx="400" cy="330" r="70" fill="url(#g)"/><path d="M400 330l0 -49M400 330l-42 -14M400 330l42 -14" fill="none" stroke="#a9cf9c" stroke-width="3" opacity=".55"/><circle cx="400" cy="330" r="6" fill="#d6e6b5"/><circle cx="300" cy="408" r="56" fill="url(#g)"/><path d="M300 408l-20 -39M300 408l-34 -12M300 408l33 -12" fill="none" stroke="#a9cf9c" stroke-width="3" opacity=".55"/><circle cx="300" cy="408" r="6" fill="#d6e6b5"/><circle cx="500" cy="410" r="58" fill="url(#g)"/><path d="M500 410l20 -40M500 410l-35 -12M500 410l34 -12" fill="none" stroke="#a9cf9c" stroke-width="3" opacity=".55"/><circle cx="500" cy="410" r="6" fill="#d6e6b5"/><circle cx="400" cy="430" r="60" fill="url(#g)"/><path d="M400 430l0 -42M400 430l-36 -12M400 430l36 -12" fill="none" stroke="#a9cf9c" stroke-width="3" opacity=".55"/><circle cx="400" cy="430" r="6" fill="#d6e6b5"/><path d="M270 460h260l-34 200q-6 30-36 30H340q-30 0-36-30z" fill="url(#o)"/><path d="M276 490h248l-3 16H279z" fill="#000" opacity=".12"/><rect x="250" y="440" width="300" height="50" rx="10" fill="#b3663f"/>`,
  },
  soap: {
    title: 'Olive soap, set of two',
    ground: '#ffffff',
    body: `${shade('q', '#cfd8a8', '#93a262')}${shadow(600, 260)}<rect x="170" y="390" width="330" height="190" rx="46" fill="url(#q)"/><rect x="320" y="260" width="330" height="190" rx="46" fill="#e4e9c9"/><path d="M400 345h170M420 375h130" stroke="#93a262" stroke-width="10"/>`,
  },
  scarf: {
    title: 'Merino scarf',
    ground: '#eceff3',
    body: `${shade('f', '#a8445a', '#6e2537')}${shadow(680, 200)}<path d="M236 186q0-36 36-36h256q36 0 36 36v410H236z" fill="url(#f)"/><path d="M252 154v440M264 154v440M276 154v440M288 154v440M300 154v440M312 154v440M324 154v440M336 154v440M348 154v440M360 154v440M372 154v440M384 154v440M396 154v440M408 154v440M420 154v440M432 154v440M444 154v440M456 154v440M468 154v440M480 154v440M492 154v440M504 154v440M516 154v440M528 154v440M540 154v440M552 154v440" stroke="#000" stroke-width="3" opacity=".1"/><path d="M236 452h328M236 500h328M236 230h328" stroke="#f2d7c0" stroke-width="18"/><path d="M252 590v66M276 590v66M300 590v66M324 590v66M348 590v66M372 590v66M396 590v66M420 590v66M444 590v66M468 590v66M492 590v66M516 590v66M540 590v66" stroke="#8c344a" stroke-width="10"/>`,
  },
} as const satisfies Record<string, Drawing>;
