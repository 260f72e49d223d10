/** The font families that a brand can choose. All are shipped and cover Latin; other scripts fall back to Noto. */
export const FONTS = ['Inter', 'Montserrat', 'Rubik', 'Lora', 'Playfair Display', 'Noto Serif', 'Caveat'] as const;

export type FontName = (typeof FONTS)[number];
