/** The one offer of the demo's campaign, as its emails and its banner say it. */
export const OFFER = '15% off';
export const CODE = 'WELCOME15';
