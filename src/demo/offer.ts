/** The offer of the demo's campaign, in the words of its emails and its banner. */
export const OFFER = '15% off';
export const CODE = 'WELCOME15';
